{-# LANGUAGE GADTs #-}
-- | The shop.
module Acme.Shop
  ( Item(..), total, Priced(cost), (<+>)
  ) where

import qualified Data.Map.Strict as Map
import Data.List (foldl', List(Cons))
import Data.Maybe as M hiding (map)

-- | What is sold.
data Item a = Book { title :: String, price :: !Int } -- ^ A book.
  | Other a
      -- ^ Anything.
  | Item a :+: Int
  deriving (Show, Eq)

data (Ord k) => Tree k where
  Leaf :: Tree k
  Node :: { left :: k } -> Tree k

newtype Wrapper = Wrapper { unwrap :: Int } deriving newtype Num
type Name = String
type family Elem c
type instance Elem [e] = e

{- comment
data Not = This
-}
class (Eq a, Show a) => Priced a where
  -- | Its price.
  priceOf, cost :: a -> Int
  cost = priceOf

instance Show a => Priced (Item a) where
  priceOf (Book _ p) = p
  priceOf Other{} = 0
deriving instance Eq (Tree a)

-- | Adds prices.
total :: [Item a] -> Int
total [] = 0
total (x:xs)
  | p > 0, Just q <- Map.lookup p known = p + go xs
  | otherwise = total xs
  where
    p = priceOf x
    go [] = 0
    go (y@Book{title = t, price} : ys) = let z = price in z + go ys
    known = Map.empty :: Map.Map Int Name

helper x | x > 0 = 1
         | otherwise = 2

infixl 6 <+>
(<+>) :: Int -> Int -> Int
a <+> b = a
größe' = 3
foreign import ccall "sin" c_sin :: Double -> Double
x `plus` y = x <+> y
(one, two) = (1, größe')

main :: IO ()
main = do
  line <- getLine
  let n = read line
      m = n
  line <- pure (line ++ show m)
  forM_ [1 .. n] $ \i -> print i line
  mapM_ print [ y | y <- [n], let k = y, even k ]
  case Other n of
    Other v | v > 1 -> print v
    w -> print (unwrap w) { title = "x" }
pattern Two a = Just a
f = \case { Leaf -> 1; Node l -> l }
broken = (
end' = 1
