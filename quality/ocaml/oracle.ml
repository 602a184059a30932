(* Lists what the compiler's own parser finds in the files given as arguments:
   S file line name kind, C file line name, I file line module, H file line base.
   Files that it does not parse are named on standard error.

     ocamlc -I +compiler-libs ocamlcommon.cma oracle.ml -o oracle *)
open Parsetree

let file = ref ""
let row sort (loc : Location.t) name rest =
  if not loc.loc_ghost then
    print_endline
      (String.concat "\t" (sort :: !file :: string_of_int loc.loc_start.pos_lnum :: name :: rest))

let known =
  [ "+"; "-"; "*"; "/"; "="; "<>"; "<"; ">"; "<="; ">="; "=="; "!="; "&&"; "||"; "^"; "@"; ":=";
    "!"; "|>"; "@@"; "**"; "+."; "-."; "*."; "/."; "mod"; "land"; "lor"; "lxor"; "lsl"; "lsr";
    "asr"; "::"; "or"; "&"; "~-"; "~+"; "~-."; "~+."; "^^" ]

let is_operator name =
  match name.[0] with
  | 'a' .. 'z' | 'A' .. 'Z' | '_' ->
    List.mem name known || String.exists (fun c -> String.contains "*+-/=<>@^|&$%!" c) name
  | c -> Char.code c < 128

(* The place of the last name of a path. *)
let last (lid : Longident.t Location.loc) = Longident.last lid.txt

let rec is_function e =
  match e.pexp_desc with
  | Pexp_fun _ | Pexp_function _ -> true
  | Pexp_newtype (_, { pexp_desc = Pexp_constraint (e, _); _ }) -> is_function e
  | Pexp_newtype (_, e) -> is_function e
  | Pexp_poly (e, _) -> is_function e
  | _ -> false

let rec is_arrow t =
  match t.ptyp_desc with Ptyp_arrow _ -> true | Ptyp_poly (_, t) -> is_arrow t | _ -> false

let rec name_of p =
  match p.ppat_desc with
  | Ppat_var v -> Some v
  | Ppat_constraint (p, _) -> name_of p
  | _ -> None

let is_callable b =
  match b.pvb_pat.ppat_desc, b.pvb_expr.pexp_desc with
  | Ppat_constraint _, Pexp_constraint (e, _) -> is_function e
  | _, Pexp_constraint (e, _) when b.pvb_expr.pexp_loc.loc_ghost -> is_function e
  | _ -> is_function b.pvb_expr

let end_line (loc : Location.t) = { loc with loc_start = loc.loc_end }

let rec callee e =
  match e.pexp_desc with
  | Pexp_ident lid ->
    let name = last lid in
    if not (List.mem name known) && name.[0] <> '.' then row "C" (end_line lid.loc) name []
  | Pexp_field (_, lid) -> row "C" (end_line lid.loc) (last lid) []
  | Pexp_open (_, e) -> callee e
  | _ -> ()

(* Whether a signature is that of a module or module type, not of the file. *)
let nested = ref false

let iterator =
  let super = Ast_iterator.default_iterator in
  let expr this e =
    (match e.pexp_desc with
     | Pexp_apply ({ pexp_desc = Pexp_ident { txt = Lident "|>"; _ }; _ }, [ _; (_, f) ])
     | Pexp_apply ({ pexp_desc = Pexp_ident { txt = Lident "@@"; _ }; _ }, [ (_, f); _ ]) ->
       callee f
     | Pexp_apply (f, _) -> callee f
     | Pexp_send (_, m) -> row "C" m.loc m.txt []
     | Pexp_construct ({ txt = Lident ("::" | "()" | "[]"); _ }, _) -> ()
     | Pexp_construct (lid, Some _) -> row "C" (end_line lid.loc) (last lid) []
     | Pexp_new lid -> row "C" (end_line lid.loc) (last lid) []
     | Pexp_letexception (e, _) -> row "S" e.pext_name.loc e.pext_name.txt [ "type" ]
     | Pexp_letop { let_; ands; _ } ->
       List.iter (fun b -> row "C" b.pbop_op.loc b.pbop_op.txt []) (let_ :: ands)
     | _ -> ());
    super.expr this e in
  let value_binding this b =
    (match name_of b.pvb_pat with
     | Some v ->
       if is_callable b || is_operator v.txt then row "S" v.loc v.txt [ "callable" ]
     | None -> ());
    super.value_binding this b in
  let value_description this (v : value_description) =
    if is_arrow v.pval_type || is_operator v.pval_name.txt then
      row "S" v.pval_name.loc v.pval_name.txt [ "callable" ];
    super.value_description this v in
  let type_declaration this t =
    row "S" t.ptype_name.loc t.ptype_name.txt [ "type" ];
    super.type_declaration this t in
  let type_exception this e =
    row "S" e.ptyexn_constructor.pext_name.loc e.ptyexn_constructor.pext_name.txt [ "type" ];
    super.type_exception this e in
  let module_type_declaration this m =
    row "S" m.pmtd_name.loc m.pmtd_name.txt [ "type" ];
    super.module_type_declaration this m in
  let class_name c = row "S" c.pci_name.loc c.pci_name.txt [ "type" ] in
  let class_field this f =
    (match f.pcf_desc with
     | Pcf_method (m, _, _) -> row "S" m.loc m.txt [ "callable" ]
     | Pcf_inherit (_, _, _) -> ()
     | _ -> ());
    super.class_field this f in
  let class_type_field this f =
    (match f.pctf_desc with
     | Pctf_method (m, _, _, _) -> row "S" m.loc m.txt [ "callable" ]
     | _ -> ());
    super.class_type_field this f in
  let class_expr this c =
    (match c.pcl_desc with
     | Pcl_constr (lid, _) -> row "H" (end_line lid.loc) (last lid) []
     | _ -> ());
    super.class_expr this c in
  let class_type this c =
    (match c.pcty_desc with
     | Pcty_constr (lid, _) -> row "H" (end_line lid.loc) (last lid) []
     | _ -> ());
    super.class_type this c in
  let import (lid : Longident.t Location.loc) (loc : Location.t) =
    row "I" loc (String.concat "." (Longident.flatten lid.txt)) [] in
  let base m =
    let rec named m =
      match m.pmty_desc with
      | Pmty_ident lid -> Some lid
      | Pmty_with (m, _) | Pmty_functor (_, m) -> named m
      | _ -> None in
    match named m with Some lid -> row "H" (end_line lid.loc) (last lid) [] | None -> () in
  let open_declaration this (o : open_declaration) =
    (* `M.(…)` begins with the module, other opens with a word. *)
    let is_written = o.popen_loc.loc_start <> o.popen_expr.pmod_loc.loc_start in
    (match o.popen_expr.pmod_desc with
     | Pmod_ident lid when is_written -> import lid o.popen_loc
     | _ -> ());
    super.open_declaration this o in
  let open_description this (o : open_description) =
    import o.popen_expr o.popen_loc;
    super.open_description this o in
  let include_declaration this (i : include_declaration) =
    (match i.pincl_mod.pmod_desc with Pmod_ident lid -> import lid i.pincl_loc | _ -> ());
    super.include_declaration this i in
  let module_binding this m =
    let rec bound m =
      match m.pmod_desc with
      | Pmod_constraint (_, t) -> base t
      | Pmod_functor (_, m) -> bound m
      | _ -> () in
    bound m.pmb_expr;
    super.module_binding this m in
  let module_expr this m =
    (match m.pmod_desc with
     | Pmod_apply ({ pmod_desc = Pmod_ident lid; _ }, _) ->
       row "C" (end_line lid.loc) (last lid) []
     | _ -> ());
    super.module_expr this m in
  let signature_item this s =
    (match s.psig_desc with
     | Psig_module { pmd_type; _ } -> base pmd_type
     | Psig_include { pincl_mod; _ } when !nested -> base pincl_mod
     | _ -> ());
    super.signature_item this s in
  { super with
    expr; value_binding; value_description; type_declaration; type_exception;
    module_type_declaration = (fun this m ->
        (match m.pmtd_type with Some t -> base t | None -> ());
        module_type_declaration this m);
    class_declaration = (fun this c -> class_name c; super.class_declaration this c);
    class_description = (fun this c -> class_name c; super.class_description this c);
    class_type_declaration = (fun this c -> class_name c; super.class_type_declaration this c);
    class_field; class_type_field; class_expr; class_type; open_declaration; open_description;
    include_declaration; module_binding; module_expr; signature_item;
    module_type = (fun this m ->
        let outer = !nested in
        nested := true;
        super.module_type this m;
        nested := outer);
    with_constraint = (fun _ _ -> ());
    attribute = (fun _ _ -> ());
    extension = (fun this e -> super.extension this e) }

let () =
  for i = 1 to Array.length Sys.argv - 1 do
    file := Sys.argv.(i);
    let channel = open_in_bin !file in
    let buffer = Lexing.from_channel channel in
    Lexing.set_filename buffer !file;
    (try
       if Filename.check_suffix !file "i" then
         iterator.signature iterator (Parse.interface buffer)
       else iterator.structure iterator (Parse.implementation buffer)
     with _ -> Printf.eprintf "%s\n" !file);
    close_in channel
  done
