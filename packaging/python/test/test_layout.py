# SPDX-License-Identifier: BSL-1.0
"""Layout as an object, and objects of other packages as layouts: those that are installed."""
import random

import pytest

import tileproof as tp


def profile(chosen, depth=2):
    if depth == 0 or chosen.random() < .4:
        return chosen.randint(1, 8)
    return tuple(profile(chosen, depth - 1) for _ in range(chosen.randint(1, 3)))


def like(shape, leaf):
    return tuple(like(s, leaf) for s in shape) if isinstance(shape, tuple) else leaf(shape)


def offset(coordinate, stride):
    if isinstance(coordinate, tuple):
        return sum(offset(c, d) for c, d in zip(coordinate, stride))
    return coordinate * stride


def swizzled(x, bits, base, shift):
    return x ^ ((x >> shift) & (((1 << bits) - 1) << base))


def test_a_layout_has_shape_and_stride():
    layout = tp.Layout((4, (2, 8)), (16, (8, 1)))
    assert layout.shape == (4, (2, 8)) and layout.stride == (16, (8, 1))
    assert (layout.size, layout.cosize, layout.rank, layout.depth) == (64, 64, 2, 2)
    assert tp.Layout((4, 8)).stride == (1, 4) and tp.Layout(4).shape == 4
    assert tp.Layout((4,)).shape == (4,) and tp.Layout((4, 2), (-1, 4))(3, 1) == 1
    assert layout.is_static and len(layout) == 2
    assert repr(layout) == str(layout) == "(_4,(_2,_8)):(_16,(_8,_1))"
    with pytest.raises(tp.Refused, match="not congruent"):
        tp.Layout((4, 8), (1,))


def test_offsets():
    chosen = random.Random(1)
    for _ in range(200):
        shape = profile(chosen)
        stride = like(shape, lambda _: chosen.randrange(100))
        layout = tp.Layout(shape, stride)
        coordinate = like(shape, chosen.randrange)
        assert layout(coordinate) == offset(coordinate, stride)
        assert tp.layout(str(layout)) == layout
    layout = tp.Layout((4, 8), (8, 1))
    assert layout(1, 2) == layout((1, 2)) == layout(9) == 10
    assert layout.tolist() == [[8 * i + k for k in range(8)] for i in range(4)]
    assert tp.Layout(4, 3).tolist() == [0, 3, 6, 9]
    assert tp.Layout(((2, 2), 2)).tolist() == [[0, 4], [1, 5], [2, 6], [3, 7]]


def test_modes_and_slices():
    layout = tp.Layout((4, (2, 8)), (16, (8, 1)))
    assert layout[0] == tp.Layout(4, 16) and layout[-1] == tp.Layout((2, 8), (8, 1))
    assert layout[1][0] == tp.Layout(2, 8) and list(layout) == [layout[0], layout[1]]
    assert layout[:, (1, 2)] == layout(None, (1, 2)) == tp.Layout((4,), (16,))
    assert layout[1:] == tp.Layout(((2, 8),), ((8, 1),)) and layout[::-1][1] == layout[0]
    with pytest.raises(IndexError):
        layout[2]  # pylint: disable=pointless-statement
    with pytest.raises(IndexError):
        layout[2:]  # pylint: disable=pointless-statement
    with pytest.raises(TypeError, match="offset of a coordinate"):
        layout[1, 2]  # pylint: disable=pointless-statement


def test_equality():
    a, b = tp.Layout((4, 8), (8, 1)), tp.layout("(_4,_8):(_8,_1)")
    assert a == b and hash(a) == hash(b) and len({a, b}) == 1
    assert a == tp.eval("(4,8):(8,1)", run_time=True)
    assert a != tp.Layout((4, 8)) and a != "(_4,_8):(_8,_1)" and a != (4, 8)
    unknown = tp.layout("(?,8):(8,1)")
    assert unknown == unknown and unknown != tp.layout("(?,8):(8,1)")  # pylint: disable=R0124
    assert tp.eval("(m,8):(8,1)", m="?") != tp.eval("(m,8):(8,1)", m="?")


def test_algebra():
    a = tp.Layout((6, 2), (8, 2))
    assert a @ tp.Layout((4, 3), (3, 1)) == tp.layout("((2,2),3):((24,2),8)")
    assert "Sw<2,0,3>" @ tp.Layout((4, 8), (8, 1)) == tp.layout("Sw<2,0,3> o (4,8):(8,1)")
    square = tp.Layout((4, 8), (8, 1))
    assert square.zipped_divide((2, 4)).shape == ((2, 4), (2, 2))
    assert square.right_inverse()(10) == 9 and square.coalesce() == square
    assert tp.Layout(4, 2).complement(24) == tp.Layout((2, 3), (1, 8))
    # The methods are the operations of these names.
    for call in ("flatten", "filter", "left_inverse"):
        assert getattr(square, call)() == tp.eval(f"{call}(A)", A=square)
    for form in ("logical", "zipped", "tiled", "flat"):
        for kind in ("divide", "product"):
            assert getattr(square, f"{form}_{kind}")(tp.Layout(4)) == \
                tp.eval(f"{form}_{kind}(A,_4:_1)", A=square)
    for call in ("blocked_product", "raked_product"):
        assert getattr(square, call)(tp.Layout((2, 2))) == tp.eval(f"{call}(A,(2,2):(1,2))", A=square)
    assert square.upcast(4) == tp.Layout((4, 2), (2, 1)) and square.downcast(2).size == 64
    assert square.group(0, 2).shape == ((4, 8),) and square.select(1, 0).shape == (8, 4)


def test_swizzles_tensors_and_coordinates():
    layout = tp.layout("Sw<3,3,3> o (_8,_64):(_64,_1)")
    assert (layout.swizzle, layout.shape, layout.stride) == ("Sw<3,3,3>", (8, 64), (64, 1))
    assert all(layout(i, k) == swizzled(64 * i + k, 3, 3, 3) for i in range(8) for k in range(64))
    tensor = tp.eval("local_tile((4,6):(6,_1),(_2,_2),(1,1))")
    assert isinstance(tensor, tp.Tensor) and tensor.offset == 14 and tensor(1, 1) == 21
    assert tensor.layout == tp.eval("(_2,_2):(6,_1)") and not tensor.is_static
    identity = tp.eval("make_identity_layout(((2,3),8))")
    assert identity.stride[1] == tp.ScaledBasis(1, (1,)) and identity((1, 2), 3) == ((1, 2), 3)
    assert tp.Layout((4, 8), (tp.ScaledBasis(1, (1,)), tp.ScaledBasis(1, (0,))))(1, 2) == (2, 1)


def test_a_notebook_shows_layouts():
    assert tp.Layout((4, 8))._repr_svg_() == tp.draw("(4,8):(1,4)").svg
    assert tp.layout("(?,8):(8,1)")._repr_svg_() is None


def test_what_is_no_layout():
    for value in ((4, 8), "Sw<3,3,3>", 4, 4.5, object(), True, {}):
        with pytest.raises(TypeError):
            tp.layout(value)
    with pytest.raises(tp.InputError):
        tp.layout("(4,8:(8,1)")


def test_triton_text():
    assert tp.layout("BlockedLayout(size_per_thread=[1, 8], threads_per_warp=[4, 8], "
                     "warps_per_cta=[4, 1], order=[1, 0])").shape == ((8, 16), 8)


def test_buffers():
    layout = tp.layout(memoryview(bytes(96)).cast("f", (3, 8)))
    assert layout == tp.Layout((3, 8), (8, 1))


def test_numpy():
    np = pytest.importorskip("numpy")
    chosen = random.Random(2)
    for _ in range(200):
        a = np.empty([chosen.randint(1, 6) for _ in range(chosen.randint(1, 4))],
                     chosen.choice(["i1", "f2", "f4", "f8"]))
        a = a.transpose(chosen.sample(range(a.ndim), a.ndim))
        a = a[tuple(slice(None, None, chosen.choice([1, 2, -1])) for _ in a.shape)]
        layout = tp.layout(a)
        assert layout.shape == a.shape
        assert layout.stride == tuple(stride // a.itemsize for stride in a.strides)
    assert tp.Layout((np.int64(4), np.array(8))).shape == (4, 8)
    assert tp.layout(np.float32(1)).size == 1
    with pytest.raises(TypeError, match="no multiple"):
        tp.layout(np.zeros(4, "i2,i1")["f0"])


@pytest.mark.parametrize("package", ["pycute", "tensor_layouts"])
def test_layouts_of(package):
    module = pytest.importorskip(package)
    chosen = random.Random(3)
    for _ in range(200):
        shape = profile(chosen)
        theirs = module.Layout(shape, like(shape, lambda _: chosen.randrange(100)))
        ours = tp.layout(theirs)
        assert (ours.shape, ours.stride) == (theirs.shape, theirs.stride)
        index = chosen.randrange(ours.size)
        assert ours(index) == theirs(index)
    swizzle = module.Swizzle(3, 4, 3)
    if package == "pycute":
        from pycute.swizzle import ComposedLayout
        theirs = ComposedLayout(swizzle, 64, module.Layout((8, 64), (64, 1)))
    else:
        theirs = module.compose(swizzle, module.Layout((8, 64), (64, 1)))
    ours = tp.layout(theirs)
    assert all(ours(i, k) == theirs(i, k) for i in range(8) for k in range(64))


def test_layouts_of_cute_dsl():
    cute = pytest.importorskip("cutlass.cute")
    chosen = random.Random(4)
    compared = []

    def compare():
        for _ in range(200):
            shape = (profile(chosen), profile(chosen))
            theirs = cute.make_layout(shape, stride=like(shape, lambda _: chosen.randrange(100)))
            ours = tp.layout(theirs)
            index = chosen.randrange(ours.size)
            compared.append(ours.shape == theirs.shape and ours.stride == theirs.stride and
                            ours.is_static and ours(index) == cute.crd2idx(index, theirs))
        composed = cute.make_composed_layout(cute.make_swizzle(3, 4, 3), 0,
                                             cute.make_layout((8, 64), stride=(64, 1)))
        compared.append(str(tp.layout(composed)) == "Sw<3,4,3> o _0 o (_8,_64):(_64,_1)")
        compared.append(tp.eval("A", A=(cute.make_layout(4), 8)) == "(_4:_1,_8)")
        compared.append(tp.layout(cute.make_identity_tensor((4, 8)))(1, 2) == (1, 2))

    @cute.jit
    def traced():
        compare()

    traced()
    assert len(compared) == 203 and all(compared)


def test_layouts_of_gluon():
    gluon = pytest.importorskip("triton.experimental.gluon.language")
    layout = tp.layout(gluon.BlockedLayout([1, 8], [4, 8], [4, 1], [1, 0]))
    assert layout.shape == ((8, 16), 8)
    assert layout(1, 0) == 16 * 8 and layout(8, 1) == 1 + 16  # row 0, column 8; row 1, column 1


def test_tensors_of_pytorch():
    torch = pytest.importorskip("torch")
    assert tp.layout(torch.empty(4, 8).t()) == tp.Layout((8, 4), (1, 8))
