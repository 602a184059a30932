local json = require("cjson")
local util = require "app.util"
require 'side.effect'

--- A shop.
-- @class Shop
local Shop = {}
Shop.__index = Shop
setmetatable(Shop, { __index = Base })

local MAX <const>, MIN = 10, 1
count = 0

--- Makes one.
function Shop.new(name, ...)
  local self = setmetatable({}, Shop)
  self.name = name
  return self
end

function Shop:total(a, b)
  local sum, n = 0, 1
  for i = 1, #self.items do
    sum = sum + self.items[i]:price()
  end
  for k, v in pairs(self.items) do
    print(k, v.name, util.format(v))
  end
  local function helper(x)
    return x + sum
  end
  local f = function(y) return helper(y) end
  self:total(1)
  count = count + 1
  goto done
  while true do break end
  repeat local z = f(1) until z > 1
  if a then return Shop.new("x") elseif b then return nil end
  ::done::
  return { name = sum, ["k"] = n, helper }
end

Shop.alias = function(self, q) return q end

function top(a) return json.encode(a) end
local function größe() end
M = { run = function() end, x = 1 }
return Shop
