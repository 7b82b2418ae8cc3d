# SPDX-License-Identifier: BSL-1.0
"""Names that are not compared, and names of which this library refuses some calls, with the reasons."""

# reason: names and patterns of names that docs/from_cute.md calls the same and no call compares.
NOT_COMPARED = {
    "a macro, which has no value": "CUTE_*",
    "device code": "cooperative_prefetch prefetch SM90_BULK_COPY_* SM90_TMA_* tma_partition make_tma_*",
    "of an A layout that CuTe writes with strides of another profile": "SM80_16x8x128_S32U1U1S32_TN_*",
    "a type without a value": "SM90::GMMA::smem_desc TmaDescriptor",
    "an error by purpose": "print_type",
    "a picture in other colours, as its remark says": "print_latex print_latex_tv print_svg Tikz*",
}

# name: why a call of it may be refused.
NO_LAYOUT = "no layout is that function, and CuTe gives another one"
REFUSES = {
    "shape_div": "neither integer divides the other",
    "composition": NO_LAYOUT,
    "logical_divide": NO_LAYOUT,
    "zipped_divide": NO_LAYOUT,
    "tiled_divide": NO_LAYOUT,
    "flat_divide": NO_LAYOUT,
    "logical_product": NO_LAYOUT,
    "zipped_product": NO_LAYOUT,
    "tiled_product": NO_LAYOUT,
    "flat_product": NO_LAYOUT,
    "Layout": NO_LAYOUT,
}
