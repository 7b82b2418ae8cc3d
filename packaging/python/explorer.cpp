// SPDX-License-Identifier: BSL-1.0
//
// The extension module tileproof._explorer: the commands of the explorer
// (tools/explorer/command.hpp) as functions of Python, for the stable ABI of Python 3.9. Everything
// else of the module is Python.
//
//   run("eval", ["let A = _4:_2", "A(1)"], {"run-time": "1"}, True)  ->  (out, err, status)
//
// The explorer has no state beyond a run: its tables are constants, so that threads run at the same
// time, without the interpreter's lock.
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "../../tools/explorer/command.hpp"
#include "../../tools/explorer/operations.hpp"
#include "../../tools/explorer/properties.hpp"

#include <tileproof/version.hpp>

#include <exception>
#include <new>
#include <string>
#include <string_view>
#include <utility>

using namespace tileproof::explorer;

namespace {

// False, with an exception of Python, where the object is no str.
bool read(PyObject* from, std::string& to) {
  PyObject* const bytes = PyUnicode_AsUTF8String(from);
  if (bytes == nullptr) return false;
  char* text = nullptr;
  Py_ssize_t size = 0;
  bool const good = PyBytes_AsStringAndSize(bytes, &text, &size) == 0;
  if (good) to.assign(text, static_cast<std::size_t>(size));
  Py_DECREF(bytes);
  return good;
}

PyObject* text(std::string_view s) {
  return PyUnicode_DecodeUTF8(s.data(), static_cast<Py_ssize_t>(s.size()), "replace");
}

command const* find(std::string_view name) {
  if (command const* const c = find_command(name); c != nullptr) return c;
  PyErr_Format(PyExc_ValueError, "%.100s is no command of the explorer", std::string(name).c_str());
  return nullptr;
}

bool read_words(PyObject* words, request& in) {
  Py_ssize_t const count = PyList_Size(words);
  for (Py_ssize_t i = 0; i < count; ++i) {
    in.expressions.emplace_back();
    if (!read(PyList_GetItem(words, i), in.expressions.back())) return false;
  }
  return true;
}

// The options that are given, and the fallbacks of the others.
bool read_options(PyObject* options, command const& c, request& in) {
  PyObject* key = nullptr;
  PyObject* value = nullptr;
  for (Py_ssize_t at = 0; PyDict_Next(options, &at, &key, &value) != 0;) {
    std::string name;
    std::string given;
    if (!read(key, name) || !read(value, given)) return false;
    bool known = false;
    for (option const& o : c.options) known = known || name == o.name;
    if (!known) {
      PyErr_Format(PyExc_TypeError, "%s has no option %.100s", c.name, name.c_str());
      return false;
    }
    in.options[name] = given;
  }
  take_fallbacks(c, in);
  return true;
}

PyObject* run(PyObject*, PyObject* args) {
  PyObject* name = nullptr;
  PyObject* words = nullptr;
  PyObject* options = nullptr;
  int json = 0;
  if (PyArg_ParseTuple(args, "UO!O!p:run", &name, &PyList_Type, &words, &PyDict_Type, &options,
                       &json) == 0)
    return nullptr;
  try {
    std::string of;
    if (!read(name, of)) return nullptr;
    command const* const c = find(of);
    request in;
    in.json = json != 0;
    if (c == nullptr || !read_words(words, in) || !read_options(options, *c, in)) return nullptr;
    response r;
    std::exception_ptr thrown;
    PyThreadState* const state = PyEval_SaveThread();
    try {
      c->run(in, r);
    } catch (...) {
      thrown = std::current_exception();
    }
    PyEval_RestoreThread(state);
    if (thrown) std::rethrow_exception(thrown);
    return Py_BuildValue("(NNi)", text(r.out), text(r.err), static_cast<int>(r.is));
  } catch (std::bad_alloc const&) {
    return PyErr_NoMemory();
  } catch (std::exception const& e) {
    PyErr_SetString(PyExc_RuntimeError, e.what());
    return nullptr;
  }
}

// [(usage, meaning), ...]; `row` gives both of one entry.
template <class Table, class Row>
bool append_rows(PyObject* list, Table const& table, Row row) {
  for (auto const& entry : table) {
    auto const [usage, meaning] = row(entry);
    PyObject* const pair = Py_BuildValue("(NN)", text(usage), text(meaning));
    if (pair == nullptr) return false;
    bool const good = PyList_Append(list, pair) == 0;
    Py_DECREF(pair);
    if (!good) return false;
  }
  return true;
}

PyObject* finished(PyObject* list, bool good) {
  if (good) return list;
  Py_XDECREF(list);
  return nullptr;
}

PyObject* operations(PyObject*, PyObject*) {
  PyObject* const list = PyList_New(0);
  bool good = list != nullptr;
  for (operation_list const& group : every_operation())
    good = good && append_rows(list, group, [](operation const& o) {
             return std::pair{std::string(o.usage), std::string(o.meaning)};
           });
  return finished(list, good);
}

PyObject* properties_with_parameters(PyObject*, PyObject*) {
  PyObject* const list = PyList_New(0);
  return finished(list, list != nullptr && append_rows(list, properties(), [](property const& p) {
                          std::string const usage = std::string(p.name) + std::string(p.parameters);
                          return std::pair{usage + " " + std::string(p.arguments),
                                           std::string(p.meaning)};
                        }));
}

PyObject* options_of(PyObject*, PyObject* name) {
  std::string of;
  if (!read(name, of)) return nullptr;
  command const* const c = find(of);
  if (c == nullptr) return nullptr;
  PyObject* const list = PyList_New(0);
  return finished(list, list != nullptr && append_rows(list, c->options, [](option const& o) {
                          return std::pair{std::string(o.name), std::string(o.help)};
                        }));
}

PyMethodDef functions[] = {
    {"run", run, METH_VARARGS,
     "run(command, words, options, json) -> (out, err, status): what the program prints, and its "
     "exit status."},
    {"operations", operations, METH_NOARGS, "[(usage, meaning), ...] of the grammar."},
    {"properties", properties_with_parameters, METH_NOARGS, "[(usage, meaning), ...] of prove."},
    {"options", options_of, METH_O, "options(command) -> [(name, meaning), ...]."},
    {nullptr, nullptr, 0, nullptr}};

int add_version(PyObject* module) {
  std::string const version = std::to_string(TILEPROOF_VERSION_MAJOR) + "." +
                              std::to_string(TILEPROOF_VERSION_MINOR) + "." +
                              std::to_string(TILEPROOF_VERSION_PATCH);
  return PyModule_AddStringConstant(module, "version", version.c_str());
}

PyModuleDef_Slot slots[] = {{Py_mod_exec, reinterpret_cast<void*>(add_version)}, {0, nullptr}};

PyModuleDef definition = {PyModuleDef_HEAD_INIT,
                          "tileproof._explorer",
                          "The commands of the explorer.",
                          0,
                          functions,
                          slots,
                          nullptr,
                          nullptr,
                          nullptr};

}  // namespace

PyMODINIT_FUNC PyInit__explorer() { return PyModuleDef_Init(&definition); }
