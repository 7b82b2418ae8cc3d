// SPDX-License-Identifier: BSL-1.0
// The whole library in several translation units of one program: nothing is defined twice, what a
// header defines is one object in all, and a unit without run-time checks does not mix with the
// rest.
#include <tileproof/config.hpp>
#include <tileproof/tileproof.hpp>

using tile = tileproof::Layout<tileproof::Shape<tileproof::Int<4>, tileproof::Int<8>>,
                               tileproof::Stride<tileproof::Int<8>, tileproof::Int<1>>>;

// Defined in b.cpp.
void const* address_of_underscore();
int offset(tile, int row, int column);

// Defined in no_proofs.cpp.
bool composes_unchecked();

// The composition of no_proofs.cpp, here with its checks.
bool composes_checked() {
  using namespace tileproof;
  auto const a = make_layout(make_shape(6, 2), make_stride(8, 2));
  try {
    return size(composition(a, make_layout(3, 4))) > 0;
  } catch (layout_error const&) {
    return false;
  }
}

int main() {
  bool const one_object = address_of_underscore() == &tileproof::_;
  bool const one_function = offset(tile{}, 3, 5) == tile{}(3, 5);
  bool const apart = composes_unchecked() && !composes_checked();
  return one_object && one_function && apart ? 0 : 1;
}
