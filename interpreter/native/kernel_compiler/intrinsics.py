"""What kernels can do beyond plain Python: memory, single machine instructions, functions that the host may call.

A kernel imports these names like any others. They are never run by Python: `kernel.py` puts the instructions in
their place, which stand here beside the signature.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

Address = int
"""A place in memory: 64 bits, of which the lower 32 count."""
Offset = int
"""A constant that is part of the instruction."""


class Intrinsic(NamedTuple):
    """The types of parameters ("i32" for an address, "offset"), of the result, and the instructions."""

    parameters: tuple[str, ...]
    result: str | None
    code: tuple[str, ...]


TABLE: dict[str, Intrinsic] = {}
class Vector:
    """Four floats of 32 bits, or four whole numbers."""


TYPES: dict[str, str | None] = {"int": "i64", "float": "f64", "bool": "i32", "Vector": "v128", "None": None}
"""Annotations, and the types they stand for."""
_F = TypeVar("_F", bound=Callable[..., Any])


def job(function: _F) -> _F:
    """Mark a kernel that the host calls by its name."""
    return function


def _is(*code: str) -> Callable[[_F], _F]:
    def note(function: _F) -> _F:
        types = {**TYPES, "Address": "i32", "Offset": "offset"}
        *parameters, result = (types[text] for text in function.__annotations__.values())
        TABLE[function.__name__] = Intrinsic(tuple(str(p) for p in parameters), result, code)
        return function

    return note


# ---- memory


@_is("i64.load8_u")
def load8(address: Address, offset: Offset = 0) -> int:
    """A byte."""
    raise NotImplementedError


@_is("i64.load16_u")
def load16(address: Address, offset: Offset = 0) -> int:
    """Two bytes, unsigned."""
    raise NotImplementedError


@_is("i64.load32_u")
def load32(address: Address, offset: Offset = 0) -> int:
    """Four bytes, unsigned."""
    raise NotImplementedError


@_is("i64.load32_s")
def load32s(address: Address, offset: Offset = 0) -> int:
    """Four bytes with a sign."""
    raise NotImplementedError


@_is("i64.load")
def load64(address: Address, offset: Offset = 0) -> int:
    """Eight bytes."""
    raise NotImplementedError


@_is("f64.load")
def loadf(address: Address, offset: Offset = 0) -> float:
    """Eight bytes as a float."""
    raise NotImplementedError


@_is("i64.store8")
def store8(address: Address, offset: Offset, value: int) -> None:
    """Put a byte."""
    raise NotImplementedError


@_is("i64.store16")
def store16(address: Address, offset: Offset, value: int) -> None:
    """Put two bytes."""
    raise NotImplementedError


@_is("i64.store32")
def store32(address: Address, offset: Offset, value: int) -> None:
    """Put four bytes."""
    raise NotImplementedError


@_is("i64.store")
def store64(address: Address, offset: Offset, value: int) -> None:
    """Put eight bytes."""
    raise NotImplementedError


@_is("f64.store")
def storef(address: Address, offset: Offset, value: float) -> None:
    """Put a float's eight bytes."""
    raise NotImplementedError


@_is("memory.copy")
def copy(to: Address, source: Address, count: Address) -> None:
    """Copy so many bytes; the areas may overlap."""
    raise NotImplementedError


@_is("memory.fill")
def fill(to: Address, byte: Address, count: Address) -> None:
    """Put the same byte everywhere."""
    raise NotImplementedError


@_is("memory.size", "i64.extend_i32_u")
def memory_pages() -> int:
    """How many pages of 64 KB there are."""
    raise NotImplementedError


@_is("memory.grow", "i64.extend_i32_s")
def grow(pages: Address) -> int:
    """So many pages more: how many there were, or -1 where there aren't that many to be had."""
    raise NotImplementedError


# ---- integers of 64 bits


@_is("i64.lt_u")
def ult(a: int, b: int) -> bool:
    """Whether a < b, unsigned."""
    raise NotImplementedError


@_is("i64.shr_u")
def shr_u(a: int, n: int) -> int:
    """A shift to the right that fills with zeros; `>>` fills with the sign."""
    raise NotImplementedError


@_is("i64.rotl")
def rotl(a: int, n: int) -> int:
    """Turn the bits to the left."""
    raise NotImplementedError


@_is("i64.rem_u")
def remu(a: int, b: int) -> int:
    """The rest of a division, unsigned."""
    raise NotImplementedError


@_is("i64.popcnt")
def popcount(a: int) -> int:
    """How many bits are set."""
    raise NotImplementedError


@_is("i64.ctz")
def ctz(a: int) -> int:
    """How many zeros there are below the lowest bit that is set; 64 if there is none."""
    raise NotImplementedError


@_is("i64.clz")
def clz(a: int) -> int:
    """How many zeros there are above the highest bit that is set; 64 if there is none."""
    raise NotImplementedError


# ---- floats


@_is("f64.sqrt")
def sqrt(x: float) -> float:
    """The square root."""
    raise NotImplementedError


@_is("i64.reinterpret_f64")
def bits(x: float) -> int:
    """A float's bits as a number."""
    raise NotImplementedError


@_is("f64.reinterpret_i64")
def from_bits(a: int) -> float:
    """The float that has these bits."""
    raise NotImplementedError


@_is("f32.load", "f64.promote_f32")
def load_single(address: Address) -> float:
    """A float of four bytes."""
    raise NotImplementedError


@_is("f32.demote_f64", "f32.store")
def store_single(address: Address, value: float) -> None:
    """Put a float's four bytes, rounded to them."""
    raise NotImplementedError


# ---- four floats at once


@_is("v128.load")
def load_vector(address: Address, offset: Offset = 0) -> Vector:
    """Sixteen bytes."""
    raise NotImplementedError


@_is("v128.store")
def store_vector(address: Address, offset: Offset, value: Vector) -> None:
    """Put sixteen bytes."""
    raise NotImplementedError


@_is("f32.demote_f64", "f32x4.splat")
def splat(x: float) -> Vector:
    """The same number four times."""
    raise NotImplementedError


@_is("f32x4.add")
def add_vectors(a: Vector, b: Vector) -> Vector:
    """Sums."""
    raise NotImplementedError


@_is("f32x4.sub")
def subtract_vectors(a: Vector, b: Vector) -> Vector:
    """Differences."""
    raise NotImplementedError


@_is("f32x4.mul")
def multiply_vectors(a: Vector, b: Vector) -> Vector:
    """Products."""
    raise NotImplementedError


@_is("f32x4.div")
def divide_vectors(a: Vector, b: Vector) -> Vector:
    """Quotients."""
    raise NotImplementedError


@_is("f32x4.max")
def greater_of(a: Vector, b: Vector) -> Vector:
    """The greater of each two."""
    raise NotImplementedError


@_is("f32x4.sqrt")
def roots(a: Vector) -> Vector:
    """Square roots."""
    raise NotImplementedError


@_is("f32x4.gt", "v128.and")
def kept_where_above(kept: Vector, a: Vector, b: Vector) -> Vector:
    """`kept` where a > b, else 0."""
    raise NotImplementedError


# ---- four whole numbers at once


@_is("i32x4.add")
def add_integers(a: Vector, b: Vector) -> Vector:
    """Sums."""
    raise NotImplementedError


@_is("i32x4.sub")
def subtract_integers(a: Vector, b: Vector) -> Vector:
    """Differences."""
    raise NotImplementedError


@_is("f32x4.convert_i32x4_s")
def as_floats(a: Vector) -> Vector:
    """Whole numbers as floats."""
    raise NotImplementedError
