// SPDX-License-Identifier: BSL-1.0
//
// Symptom: clang 19 did not end on a kernel that gives run_protocol a payload of two on_...
// functions. Cause: run_protocol asked whether the payload is a function that makes payloads, by a
// call of it; clang 19 looks for the call operator in the payload's bases for ever where two of
// them have one. Fix: a payload is known by its type (is_payload in machine/run_protocol.hpp) and
// not called.
#include <tileproof/machine/payload.hpp>
#include <tileproof/machine/run_protocol.hpp>

using namespace tileproof;
namespace pipe = tileproof::pipeline;

namespace {

struct one {};
constexpr auto read = [](auto const&...) {};
constexpr auto compute = [](auto const&...) {};
constexpr auto make = [](auto) { return 0; };

using payload = decltype(pipe::payload{pipe::on_read{read}, pipe::on_compute{compute}});
static_assert(!pipe::detail::makes_payloads<payload, pipe::roles<one>>);
static_assert(!pipe::detail::makes_payloads<payload&, pipe::roles<one>>);
static_assert(pipe::detail::makes_payloads<decltype(make), pipe::roles<one>>);

}  // namespace
