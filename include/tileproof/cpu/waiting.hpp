// SPDX-License-Identifier: BSL-1.0
//
// Defines waiting, the condition that a suspended thread waits for. Each kind of barrier derives
// its own class. block::wait_for takes an object of it, which lives on the thread's stack.
#pragma once

#include <tileproof/config.hpp>

#include <string>

namespace tileproof::inline TILEPROOF_NAMESPACE::cpu {

class waiting {
 public:
  // Whether the condition is true.
  virtual bool has_come() const = 0;
  // The text of what is missing, for the report of a deadlock: "barrier shared field 1[0], phase 2:
  // 1 arrival is missing". Threads with one text are named together.
  virtual std::string text() const = 0;

 protected:
  ~waiting() = default;
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::cpu
