{-# LANGUAGE GADTs #-}
-- | The shop.
module Acme.Shop
  ( Item(..), total ) where

import qualified Data.Map.Strict as Map
import Data.List (foldl')

-- | What is sold.
data Item a = Book { title :: String, price :: !Int }
  | Other a
  deriving (Show, Eq)

data (Ord k) => Tree k where
  Leaf :: Tree k
  Node :: k -> Tree k

newtype Wrapper = Wrapper { unwrap :: Int }
type Name = String

{- comment
data Not = This
-}
class (Eq a) => Priced a where
  -- | Its price.
  priceOf, cost :: a -> Int
  cost = priceOf

instance Priced (Item a) where
  priceOf _ = 1

-- | Adds prices.
total :: [Item a] -> Int
total [] = 0
total (x:xs) = go x
  where go = const 1

helper x | x > 0 = 1
         | otherwise = 2

(<+>) :: Int -> Int -> Int
a <+> b = a
größe' = 3
foreign import ccall "sin" c_sin :: Double -> Double
x `plus` y = x
