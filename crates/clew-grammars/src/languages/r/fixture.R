library(dplyr)
requireNamespace("x")
source("util.R")
#' A shop.
#' @export
make_shop <- function(name, items = list(), ...) {
  total <- sum(items)
  helper <- function(x) x + total
  for (i in seq_along(items)) { print(items[[i]]$price) }
  y <<- 1
  items %>% filter(a > 1) |> dplyr::mutate(b = c)
  if (is.null(name)) return(NULL)
  obj@slot$field
  sapply(items, \(q) q * 2)
  helper(1)
}
Shop <- R6Class("Shop", public = list(name = NULL, go = function() { self$name }))
setClass("P", representation(x = "numeric"))
setMethod("show", "P", function(object) cat(object@x))
x = 5
MAX <- 10
assign("z", 1)
