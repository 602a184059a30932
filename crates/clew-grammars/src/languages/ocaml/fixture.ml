(** The shop. *)
open Core
include Base.Infix

(* let not_this = 1
   type nor_this *)
type color = Red | Green of int
and 'a item = {
  name : string;
  mutable price : 'a;
}

(** Adds them. *)
let rec total items =
  let sum = List.fold items in
  let helper x = x + 1 in
  sum helper

and other = function
  | [] -> 0

let limit = 10
let ( +! ) a b = a

exception Empty of string
external now : unit -> float = "caml_now"

module Store = struct
  type t = int
  let create () = 0
  module Inner = struct
    let deep x = x
  end
end

module type PRICED = sig
  val price : t -> int
  val zero : int
end

class cart = object
  method add x = x
end
let () = print_endline "x"
