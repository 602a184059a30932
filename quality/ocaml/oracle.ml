(* Lists what the compiler's own parser finds in the files named on standard input or as
   arguments: file line column kind name. Uses of values that are bound in the file name the
   place where, unless what is opened or included since may hold the name as well.

     ocamlc -w -a -I +compiler-libs ocamlcommon.cma oracle.ml -o oracle *)
open Parsetree

let file = ref ""
let text = ref ""

(* Columns count characters, the compiler counts bytes. *)
let column (p : Lexing.position) =
  let wide = ref 1 in
  for i = p.pos_bol to p.pos_cnum - 1 do
    if Char.code !text.[i] land 0xC0 <> 0x80 then incr wide
  done;
  !wide

let print line column kind name =
  print_endline
    (String.concat "\t" [ !file; string_of_int line; string_of_int column; kind; name ])

let owner = ref ""

let row sort (loc : Location.t) name rest =
  if not loc.loc_ghost then begin
    let p = loc.loc_start in
    (* Behind a path, the place given is its end. *)
    let p =
      if loc.loc_start = loc.loc_end then { p with pos_cnum = p.pos_cnum - String.length name }
      else p in
    let kind, name =
      match sort, rest with
      | "S", [ "type" ] -> "type", name
      | "S", _ -> "function", name
      | "C", _ -> "call", name
      | "I", _ -> "import", name
      | _ -> "inherit", !owner ^ " < " ^ name in
    print p.pos_lnum (column p) kind name
  end

(* Values by name: where they are bound, innermost first; `None` hides all before it. *)
let values : (string * Lexing.position) option list ref = ref []

let bind (name : string Location.loc) =
  if not name.loc.loc_ghost then values := Some (name.txt, name.loc.loc_start) :: !values

let hide () = values := None :: !values

let within f =
  let outer = !values in
  f ();
  values := outer

let used (loc : Location.t) name =
  let rec find = function
    | Some (known, place) :: _ when known = name ->
      let p = loc.loc_start in
      print p.Lexing.pos_lnum (column p) "local"
        (Printf.sprintf "%d:%d" place.Lexing.pos_lnum (column place))
    | Some _ :: rest -> find rest
    | None :: _ | [] -> () in
  let is_word = match name.[0] with 'a' .. 'z' | '_' -> true | _ -> false in
  if is_word && not loc.loc_ghost then find !values

(* The variables of a pattern; of alternatives the first. *)
let rec bind_pattern p =
  match p.ppat_desc with
  | Ppat_var v -> bind v
  | Ppat_alias (p, v) -> bind_pattern p; bind v
  | Ppat_tuple l | Ppat_array l -> List.iter bind_pattern l
  | Ppat_construct (_, Some (_, p)) | Ppat_variant (_, Some p) | Ppat_constraint (p, _)
  | Ppat_lazy p | Ppat_exception p | Ppat_open (_, p) -> bind_pattern p
  | Ppat_record (l, _) -> List.iter (fun (_, p) -> bind_pattern p) l
  | Ppat_or (p, _) -> bind_pattern p
  | _ -> ()

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
    let bindings recursive l =
      let patterns () = List.iter (fun b -> bind_pattern b.pvb_pat) l in
      if recursive = Asttypes.Recursive then patterns ();
      List.iter (this.Ast_iterator.value_binding this) l;
      if recursive = Asttypes.Nonrecursive then patterns () in
    match e.pexp_desc with
    | Pexp_ident { txt = Lident name; loc } -> used loc name
    | Pexp_let (recursive, l, body) ->
      within (fun () -> bindings recursive l; this.expr this body)
    | Pexp_fun (_, default, p, body) ->
      within (fun () ->
          Option.iter (this.expr this) default;
          this.pat this p;
          bind_pattern p;
          this.expr this body)
    | Pexp_for (p, from, upto, _, body) ->
      this.expr this from;
      this.expr this upto;
      within (fun () -> bind_pattern p; this.expr this body)
    | Pexp_letop { let_; ands; body } ->
      List.iter (fun b -> this.expr this b.pbop_exp) (let_ :: ands);
      within (fun () ->
          List.iter (fun b -> bind_pattern b.pbop_pat) (let_ :: ands);
          this.expr this body)
    | Pexp_open _ -> within (fun () -> hide (); super.expr this e)
    | _ -> super.expr this e in
  let case this c =
    within (fun () ->
        bind_pattern c.pc_lhs;
        super.case this c) in
  let structure this l = within (fun () -> super.structure this l) in
  let structure_item this i =
    match i.pstr_desc with
    | Pstr_value (recursive, l) ->
      let patterns () = List.iter (fun b -> bind_pattern b.pvb_pat) l in
      if recursive = Asttypes.Recursive then patterns ();
      super.structure_item this i;
      if recursive = Asttypes.Nonrecursive then patterns ()
    | Pstr_primitive v -> super.structure_item this i; bind v.pval_name
    | Pstr_open _ | Pstr_include _ -> super.structure_item this i; hide ()
    | _ -> super.structure_item this i in
  let class_structure this c =
    within (fun () ->
        bind_pattern c.pcstr_self;
        let inherits f = match f.pcf_desc with Pcf_inherit _ -> true | _ -> false in
        if List.exists inherits c.pcstr_fields then hide ();
        List.iter (fun f -> match f.pcf_desc with Pcf_val (v, _, _) -> bind v | _ -> ())
          c.pcstr_fields;
        super.class_structure this c) in
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
    match c.pcl_desc with
    | Pcl_fun (_, default, p, body) ->
      within (fun () ->
          Option.iter (this.Ast_iterator.expr this) default;
          this.pat this p;
          bind_pattern p;
          this.class_expr this body)
    | Pcl_let (recursive, l, body) ->
      within (fun () ->
          let patterns () = List.iter (fun b -> bind_pattern b.pvb_pat) l in
          if recursive = Asttypes.Recursive then patterns ();
          List.iter (this.value_binding this) l;
          if recursive = Asttypes.Nonrecursive then patterns ();
          this.class_expr this body)
    | _ -> super.class_expr this c in
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
  let owned name f =
    let outer = !owner in
    owner := name;
    f ();
    owner := outer in
  let module_binding this m =
    owned (Option.value m.pmb_name.txt ~default:"") @@ fun () ->
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
     | Psig_module { pmd_type; pmd_name; _ } ->
       owned (Option.value pmd_name.txt ~default:"") (fun () -> base pmd_type)
     | Psig_include { pincl_mod; _ } when !nested -> base pincl_mod
     | _ -> ());
    match s.psig_desc with
    | Psig_module { pmd_name; _ } ->
      owned (Option.value pmd_name.txt ~default:"") (fun () -> super.signature_item this s)
    | _ -> super.signature_item this s in
  { super with
    expr; value_binding; value_description; type_declaration; type_exception;
    module_type_declaration = (fun this m ->
        owned m.pmtd_name.txt @@ fun () ->
        (match m.pmtd_type with Some t -> base t | None -> ());
        module_type_declaration this m);
    class_declaration = (fun this c ->
        class_name c; owned c.pci_name.txt (fun () -> super.class_declaration this c));
    class_description = (fun this c ->
        class_name c; owned c.pci_name.txt (fun () -> super.class_description this c));
    class_type_declaration = (fun this c ->
        class_name c; owned c.pci_name.txt (fun () -> super.class_type_declaration this c));
    case; structure; structure_item; class_structure;
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

let read name =
  file := name;
  values := [];
  let channel = open_in_bin name in
  text := really_input_string channel (in_channel_length channel);
  close_in channel;
  let buffer = Lexing.from_string !text in
  Lexing.set_filename buffer name;
  try
    if Filename.check_suffix name "i" then iterator.signature iterator (Parse.interface buffer)
    else iterator.structure iterator (Parse.implementation buffer)
  with _ -> print 1 1 "failed" "-"

let () =
  if Array.length Sys.argv > 1 then
    Array.iteri (fun i name -> if i > 0 then read name) Sys.argv
  else try while true do read (input_line stdin) done with End_of_file -> ()
