module Shop
using LinearAlgebra, Base.Threads: @spawn
import JSON as J
include("util.jl")

"""
    total(items)

Adds them.
"""
function total(items::Vector{Int}; start = 0)
    helper(x) = x + 1
    if start == 0
        return sum(items)
    end
end

# What is sold
mutable struct Item{T} <: AbstractItem
    name::String
    price::T
    Item(n) = new(n, 1)
end

abstract type AbstractItem end
struct Empty end
const LIMIT = 10
@enum Color red green
square(x) = x^2
Base.show(io::IO, x::Item) = print(io, x)
@inline function fast!(x) x end
macro twice(e)
    quote
        $e
    end
end
größe(x)::Int where {T} = 1
text = """
function not_this()
"""
end
