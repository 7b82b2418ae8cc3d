// SPDX-License-Identifier: BSL-1.0
//
// Includes protocols: the synchronisation of a kernel as a type that is proved for every trip count.
// docs/pipeline.md is its page. machine/run_protocol.hpp, which runs one, is included apart, and
// so is cpu/word.hpp, which compares a run on the CPU with it.
//
//   resources.hpp, loop.hpp, action.hpp   what an author writes: buffers, barriers, places, verbs
//   plan.hpp, recorder.hpp, survey.hpp    the tables of a protocol: agents, rings, the bits of facts
//   turning.hpp, state.hpp                how far an execution has come, seen from the step it is at
//   recording.hpp, knowledge.hpp,
//   barriers.hpp, accesses.hpp,
//   execution.hpp, search.hpp             one order of execution; every word
//   fault.hpp, names.hpp, sentence.hpp,
//   story.hpp                             what may be wrong, and why, in words
//   sound_protocol.hpp                    the properties, and require
//   minimal_protocol.hpp                  what a protocol does without
#pragma once

// First: the shortest way to it in a message.
#include <tileproof/prove/require.hpp>

#include <tileproof/checker/minimal_protocol.hpp>
