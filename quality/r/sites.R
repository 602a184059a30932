# Lists what R's own parser shows of files: calls, attached packages, functions, classes with
# their bases and methods, and uses of local names. Reads file names from standard input.
#   file line column kind name      file line column local def_line:def_column
# Rscript quality/r/sites.R < FILES

options(keep.source = TRUE, warn = -1)

makers <- c("R6Class", "setClass", "setRefClass")
assigns <- c("LEFT_ASSIGN", "EQ_ASSIGN", "RIGHT_ASSIGN")

list_file <- function(file) {
  data <- tryCatch(getParseData(parse(file, keep.source = TRUE, encoding = "UTF-8"), includeText = TRUE),
    error = function(e) NULL)
  if (is.null(data)) {
    cat(file, 1, 1, "failed", "-\n", sep = "\t")
    return(invisible())
  }
  lines <- readLines(file, encoding = "UTF-8", warn = FALSE)
  rows <- list()
  # Columns of the parse data count bytes.
  column <- function(id) {
    at <- match(id, data$id)
    nchar(rawToChar(head(charToRaw(lines[data$line1[at]]), data$col1[at] - 1))) + 1
  }
  line <- function(id) data$line1[match(id, data$id)]
  out <- function(id, kind, name, behind = 0) {
    name <- gsub("^`|`$", "", name)
    rows[[length(rows) + 1]] <<- paste(file, line(id), column(id) + behind, kind, name, sep = "\t")
  }
  children <- split(data$id, data$parent)
  token <- setNames(data$token, data$id)
  text <- setNames(data$text, data$id)
  of <- function(id) {
    found <- children[[as.character(id)]]
    found[token[as.character(found)] != "COMMENT"]
  }
  kind <- function(id) token[[as.character(id)]]
  name <- function(id) text[[as.character(id)]]

  # The name that an expression is, if it is nothing else.
  plain <- function(id) {
    if (kind(id) == "SYMBOL") return(id)
    inner <- of(id)
    if (kind(id) == "expr" && length(inner) == 1 && kind(inner) == "SYMBOL") inner else NULL
  }
  is_function <- function(id) {
    inner <- of(id)
    length(inner) > 0 && kind(inner[[1]]) %in% c("FUNCTION", "'\\\\'")
  }
  # Target and value of an assignment.
  sides <- function(ids) {
    at <- which(token[as.character(ids)] %in% assigns)
    if (length(at) != 1 || at == 1 || at == length(ids)) return(NULL)
    if (kind(ids[[at]]) == "RIGHT_ASSIGN") list(ids[[at + 1]], ids[[at - 1]], name(ids[[at]]))
    else list(ids[[at - 1]], ids[[at + 1]], name(ids[[at]]))
  }

  # What a call that makes a class makes: `R6Class`, `setClass` or `setRefClass`.
  maker <- function(id) {
    ids <- of(id)
    if (kind(id) != "expr" || length(ids) < 2 || kind(ids[[2]]) != "'('") return("")
    inner <- of(ids[[1]])
    if (!length(inner)) return("")
    last <- inner[[length(inner)]]
    if (kind(last) == "SYMBOL_FUNCTION_CALL" && name(last) %in% makers) name(last) else ""
  }
  # The arguments of a call as lists of the name's and the value's ids.
  arguments <- function(id) {
    found <- list()
    called <- NULL
    for (one in of(id)[-1]) {
      if (kind(one) == "SYMBOL_SUB") called <- one
      else if (kind(one) == "expr") {
        found[[length(found) + 1]] <- list(name = if (is.null(called)) "" else name(called), at = called, value = one)
        called <- NULL
      }
    }
    found
  }
  text_of <- function(id) {
    inner <- of(id)
    if (length(inner) == 1 && kind(inner) == "STR_CONST") inner else NULL
  }
  unquoted <- function(id) gsub("^[\"']|[\"']$", "", name(id))

  # A class, its bases and its methods; `target` is what the call is assigned to.
  class_made <- function(id, target) {
    made <- maker(id)
    given <- arguments(id)
    label <- NULL
    for (at in seq_along(given)) {
      one <- given[[at]]
      if (one$name %in% c("Class", "classname") || one$name == "" && at == 1) {
        if (is.null(label)) label <- text_of(one$value)
      }
    }
    owner <- NULL
    if (made == "R6Class" && !is.null(target)) {
      owner <- name(target)
      out(target, "type", owner)
    } else if (!is.null(label)) {
      owner <- unquoted(label)
      out(label, "type", owner, 1)
    }
    if (is.null(owner)) return(invisible())
    base <- function(id, name, behind = 0) out(id, "inherit", paste(owner, "<", name), behind)
    for (one in given) {
      if (one$name == "inherit" && made == "R6Class") {
        inner <- of(one$value)
        last <- inner[[length(inner)]]
        if (kind(last) == "SYMBOL" && length(inner) %in% c(1, 3)) base(last, name(last))
      } else if (one$name == "contains" && made != "R6Class") {
        texts <- if (is.null(text_of(one$value))) lapply(arguments(one$value), function(each) each$value) else list(one$value)
        for (each in texts) {
          text <- text_of(each)
          if (!is.null(text)) base(text, unquoted(text), 1)
        }
      } else if (one$name %in% c("public", "private", "active", "methods")) {
        for (each in arguments(one$value)) {
          if (!is.null(each$at) && is_function(each$value)) out(each$at, "function", each$name)
        }
      }
    }
  }

  # Names that a function declares: parameters and what its own body assigns.
  declared <- function(id, scope) {
    ids <- of(id)
    found <- sides(ids)
    if (!is.null(found) && kind(id) %in% c("expr", "equal_assign", "expr_or_assign_or_help")) {
      target <- plain(found[[1]])
      if (!is.null(target) && !found[[3]] %in% c("<<-", "->>")) keep(name(target), target, scope)
    }
    if (length(ids) > 0 && kind(ids[[1]]) == "FOR") {
      condition <- of(ids[[2]])
      symbol <- condition[token[as.character(condition)] == "SYMBOL"]
      if (length(symbol)) keep(name(symbol[[1]]), symbol[[1]], scope)
    }
    if (length(ids) > 0 && kind(ids[[1]]) %in% c("FUNCTION", "'\\\\'")) return(invisible())
    for (one in ids) declared(one, scope)
  }
  keep <- function(key, id, scope) {
    old <- scope[[key]]
    if (is.null(old)) assign(key, id, envir = scope)
  }

  use <- function(id, scopes) {
    for (scope in scopes) {
      found <- scope[[gsub("^`|`$", "", name(id))]]
      if (!is.null(found)) {
        rows[[length(rows) + 1]] <<- paste(file, line(id), column(id), "local", paste(line(found), column(found), sep = ":"), sep = "\t")
        return(invisible())
      }
    }
  }

  visit <- function(id, scopes) {
    ids <- of(id)
    if (length(ids) == 0) {
      if (kind(id) == "SYMBOL") use(id, scopes)
      return(invisible())
    }
    first <- kind(ids[[1]])
    if (first %in% c("FUNCTION", "'\\\\'")) return(definition(ids, scopes))
    found <- sides(ids)
    if (!is.null(found)) {
      target <- plain(found[[1]])
      if (!is.null(target) && is_function(found[[2]])) out(target, "function", name(target))
      if (!is.null(target) && maker(found[[2]]) != "") {
        class_made(found[[2]], target)
        assigned <<- found[[2]]
      }
      if (is.null(target)) {
        visit(found[[1]], scopes)
      } else if (length(scopes)) {
        own <- scopes[[1]][[name(target)]]
        if (is.null(own) || !identical(own, target)) use(target, scopes)
      }
      visit(found[[2]], scopes)
      return(invisible())
    }
    if (length(ids) >= 2 && kind(ids[[2]]) == "'('" && first == "expr") {
      called(id, ids, scopes)
    }
    skip <- NULL
    tokens <- token[as.character(ids)]
    for (at in seq_along(ids)) {
      # Names behind `$`, `@` and `::` are members.
      if (at > 1 && tokens[[at - 1]] %in% c("'$'", "'@'")) {
        if (tokens[[at]] != "SYMBOL" && is.null(plain(ids[[at]]))) visit(ids[[at]], scopes)
        next
      }
      if (tokens[[at]] %in% c("SYMBOL_PACKAGE", "SYMBOL_FUNCTION_CALL", "SYMBOL_SUB", "SYMBOL_FORMALS")) {
        if (tokens[[at]] == "SYMBOL_FUNCTION_CALL" && !any(tokens %in% c("NS_GET", "NS_GET_INT"))) use(ids[[at]], scopes)
        next
      }
      if (first == "FOR" && at == 2) {
        condition <- of(ids[[2]])
        for (one in condition) if (kind(one) == "expr") visit(one, scopes)
        next
      }
      if (any(tokens %in% c("NS_GET", "NS_GET_INT"))) next
      visit(ids[[at]], scopes)
    }
  }

  # The call that made the class of the assignment around.
  assigned <- -1
  called <- function(id, ids, scopes) {
    if (maker(id) != "" && !identical(id, assigned)) class_made(id, NULL)
    inner <- of(ids[[1]])
    if (!length(inner)) return(invisible())
    last <- inner[[length(inner)]]
    if (kind(last) == "SYMBOL_FUNCTION_CALL") {
      out(last, "call", name(last))
      given <- ids[[3]]
      if (name(last) %in% c("library", "require", "requireNamespace", "loadNamespace", "source") && kind(given) == "expr") {
        value <- of(given)
        if (length(value) == 1 && kind(value) %in% c("SYMBOL", "STR_CONST") && length(inner) == 1) {
          out(ids[[1]], "import", gsub("^[\"']|[\"']$", "", name(value)))
        }
      }
    } else if (length(inner) == 3 && kind(inner[[2]]) %in% c("'$'", "'@'")) {
      member <- if (kind(last) %in% c("SYMBOL", "SLOT")) last else plain(last)
      if (!is.null(member)) out(member, "call", name(member))
    }
  }

  definition <- function(ids, scopes) {
    scope <- new.env()
    tokens <- token[as.character(ids)]
    for (id in ids[tokens == "SYMBOL_FORMALS"]) keep(name(id), id, scope)
    body <- ids[[length(ids)]]
    declared(body, scope)
    inner <- c(list(scope), scopes)
    for (at in seq_along(ids)) if (tokens[[at]] == "expr" || tokens[[at]] == "SYMBOL") visit(ids[[at]], inner)
  }

  for (id in children[["0"]]) if (kind(id) != "COMMENT") visit(id, list())
  if (length(rows)) writeLines(unlist(rows))
}

files <- readLines(file("stdin"))
for (file in files[nzchar(files)]) list_file(file)
