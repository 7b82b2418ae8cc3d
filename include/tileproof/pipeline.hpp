// SPDX-License-Identifier: BSL-1.0
//
// Includes protocols: the synchronisation of a kernel as a type that is proved for every trip
// count. docs/pipeline.md is its page. machine/run_protocol.hpp, which runs one, is included apart,
// and so is cpu/wrong_action.hpp, which compares a run on the CPU with it.
//
//   protocol/   what an author writes: buffers, barriers, places, verbs, loops; and its tables
//   checker/    the proof for every trip count, its properties and its sentences
//
// Each has a README with its headers in reading order.
#pragma once

#include <tileproof/config.hpp>  // first of all: it refuses C++17

// First: the shortest way to it in a message.
#include <tileproof/prove/answer.hpp>

#include <tileproof/checker/minimal_protocol.hpp>
