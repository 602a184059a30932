(** Shop. *)
open Core
type t
(** A shop. *)

val price : t -> int
(** Doc of the price. *)

(** Nothing. *)
val zero : int
module N : sig val x : int end
module F (X : ORD) : S with type t = X.t
class c : int -> object method m : int inherit d end
exception E of int
val ( >>= ) : t -> (t -> t) -> t
