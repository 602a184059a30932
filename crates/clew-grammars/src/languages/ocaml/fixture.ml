(** The shop. *)

open Core
include Base.Infix
module Map = Stdlib.Map.Make (String)

(* let not_this = 1
   type nor_this *)

(** A colour. *)
type color = Red | Green of int [@@deriving show]

(** What is sold. *)
type 'a item = {
  name : string; (** Its name. *)
  mutable price : 'a;
}
and other = int

type t = ..
type t += Extra of string

(** Adds them. *)
let rec total ?(start = 0) ~label ~l:(a, b) items =
  let sum = List.fold_left (fun acc i -> acc + i.price) start items in
  let helper x = x + sum in
  helper (other a b) |> print ~label

and other x = function
  | [] -> 0
  | { name; price = p } :: _ when p > 0 -> String.length name + p
  | ((Red as c) | (Green _ as c)) -> total c

let limit : int = 10
let limit = limit + 1
let x, y = (limit, 2)
let ( +! ) a b = a
let z = x +! y
let λ = "ünïcode"

exception Empty of string
external now : unit -> float = "caml_now"
let () = if z = 1 then raise (Empty "x") else print_endline λ

module Store : S with type t = int = struct
  type t = int
  let create () = let open Map in { name = "x"; price = empty }
  module Inner = struct let deep x = M.(x + deep) end
end

let d = Store.Inner.deep (Store.create ()).price

module type PRICED = sig
  include S
  type t
  val price : t -> int
  (** Its price. *)

  val zero : int
end

module Basket (P : PRICED) : PRICED = struct
  let price t = P.price t
end

(** Holds items. *)
class virtual cart (n : int) = object (self)
  inherit base n as super
  val mutable items = []
  method add i = items <- i :: items; self#check super#go
  method private check = ignore
  method virtual size : 'a. 'a -> int
end

let sold (type a) (m : a) = let c = new cart 3 in c#add { m with name = "y" }
let broken = (
let last f = f ~limit ?y
