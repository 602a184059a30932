-- Lists what GHC's own parser finds in the files given as arguments:
-- S file line name kind, C file line name, I file line module.item, H file line base.
-- Files that it does not parse are named on standard error.
--
--   ghc -package ghc oracle.hs -o oracle        (GHC 9.0)
{-# LANGUAGE RankNTypes #-}
{-# LANGUAGE ScopedTypeVariables #-}
{-# LANGUAGE TypeFamilies #-}
module Main (main) where

import Control.Exception (SomeException, evaluate, try)
import Control.Monad (forM_)
import Data.Data (Data, Typeable, cast, gmapQ)
import Data.List (intercalate)
import System.Environment (getArgs)
import System.IO

import GHC.Data.FastString (mkFastString)
import GHC.Data.StringBuffer (stringToStringBuffer)
import GHC.Driver.Session
import GHC.Hs
import GHC.Parser (parseModule)
import GHC.Parser.Header (getOptions)
import GHC.Parser.Lexer
import GHC.Settings
import GHC.SysTools (initSysTools)
import GHC.Types.Name.Occurrence (occNameString)
import GHC.Types.Name.Reader
import GHC.Types.SrcLoc
import GHC.Unit.Module.Name (moduleNameString)

libdir :: FilePath
libdir = "/usr/lib/ghc"

known :: [String]
known = words "+ - * / == /= < > <= >= && || ++ !! ^ ^^ ** . $ $! <$> <$ <*> *> <* >>= >> =<< <> : ! ~ -> | & <$>! <&> $> <|> >=> <=<"

name :: RdrName -> String
name = occNameString . rdrNameOcc

-- All parts of a type, outermost first.
parts :: forall a b. (Data a, Typeable b) => a -> [b]
parts x = maybe id (:) (cast x) (concat (gmapQ parts x))

type Row = [String]

line :: SrcSpan -> Maybe Int
line (RealSrcSpan s _) = Just (srcSpanStartLine s)
line _ = Nothing

row :: String -> SrcSpan -> [String] -> [Row]
row sort s rest = case line s of
  Just l -> [sort : show l : rest]
  Nothing -> []

-- The head of an application.
headOf :: LHsExpr GhcPs -> LHsExpr GhcPs
headOf (L _ (HsApp _ f _)) = headOf f
headOf (L _ (HsAppType _ f _)) = headOf f
headOf (L _ (HsPar _ f)) = headOf' f
  where headOf' e@(L _ (HsVar _ _)) = e
        headOf' e = L noSrcSpan (unLoc e)
headOf e = e

callee :: LHsExpr GhcPs -> [Row]
callee e = case headOf e of
  L _ (HsVar _ (L s n)) | name n `notElem` known -> row "C" s [name n]
  _ -> []

expression :: LHsExpr GhcPs -> [Row]
expression (L _ e) = case e of
  OpApp _ l (L _ (HsVar _ (L s n))) r ->
    [c | name n `notElem` known, c <- row "C" s [name n]]
      ++ [c | name n `elem` ["$", "$!"], plain l, c <- callee l]
      ++ [c | name n == "&", plain r, c <- callee r]
  SectionL _ _ (L _ (HsVar _ (L s n))) | name n `notElem` known -> row "C" s [name n]
  SectionR _ (L _ (HsVar _ (L s n))) _ | name n `notElem` known -> row "C" s [name n]
  RecordCon _ (L s n) _ -> row "C" s [name n]
  _ -> []
  where plain (L _ (HsVar _ _)) = True
        plain _ = False

-- Each application once, at its outermost.
applications :: forall a. Data a => Bool -> a -> [Row]
applications inside x = case cast x of
  Just (e :: LHsExpr GhcPs) -> case e of
    L _ (HsApp _ f a) -> [c | not inside, c <- callee e] ++ applications True f ++ applications False a
    L _ (HsAppType _ f t) -> [c | not inside, c <- callee e] ++ applications True f ++ applications False t
    L _ other -> expression e ++ concat (gmapQ (applications False) other)
  Nothing -> concat (gmapQ (applications False) x)

bind :: Bool -> HsBind GhcPs -> [Row]
bind top b = case b of
  FunBind { fun_id = L s n, fun_matches = MG { mg_alts = L _ alts } }
    | top || any (not . null . m_pats . unLoc) alts -> row "S" s [name n, "callable"]
  PatSynBind _ PSB { psb_id = L s n } -> row "S" s [name n, "callable"]
  _ -> []

declaration :: LHsDecl GhcPs -> [Row]
declaration (L _ d) = case d of
  TyClD _ t -> typeClass t
  InstD _ i -> inst i
  DerivD _ v -> instanceHead (hswc_body (deriv_type v))
  ValD _ b -> bind True b
  ForD _ (ForeignImport { fd_name = L s n }) -> row "S" s [name n, "callable"]
  _ -> []

instanceHead :: LHsSigType GhcPs -> [Row]
instanceHead t = case classOf (hsib_body t) of
  Just (L s n) -> row "H" s [name n]
  Nothing -> []

classOf :: LHsType GhcPs -> Maybe (Located RdrName)
classOf (L _ t) = case t of
  HsTyVar _ _ n -> Just n
  HsAppTy _ f _ -> classOf f
  HsParTy _ f -> classOf f
  HsOpTy _ _ n _ -> Just n
  HsQualTy _ _ f -> classOf f
  HsForAllTy _ _ f -> classOf f
  HsKindSig _ f _ -> classOf f
  _ -> Nothing

inst :: InstDecl GhcPs -> [Row]
inst i = case i of
  ClsInstD _ c ->
    instanceHead (cid_poly_ty c)
      ++ concat [bind True (unLoc b) | b <- bagList (cid_binds c)]
      ++ concat [dataInst d | L _ d <- cid_datafam_insts c]
  DataFamInstD _ d -> dataInst d
  _ -> []
  where dataInst (DataFamInstDecl (HsIB _ e)) = definition (feqn_rhs e)

bagList :: LHsBinds GhcPs -> [LHsBind GhcPs]
bagList = foldr (:) []

definition :: HsDataDefn GhcPs -> [Row]
definition d =
  concat [constructor c | c <- dd_cons d]
    ++ concat [derivs c | c <- unLoc (dd_derivs d)]
  where
    constructor (L _ c) = case c of
      ConDeclGADT { con_names = ns } -> concat [row "S" s [name n, "callable"] | L s n <- ns]
      ConDeclH98 { con_name = L s n } -> row "S" s [name n, "callable"]
    derivs (L _ c) = concat [h | t <- unLoc (deriv_clause_tys c), h <- [classRow (hsib_body t)]]
    classRow t = case classOf t of
      Just (L s n) -> row "H" s [name n]
      Nothing -> []

typeClass :: TyClDecl GhcPs -> [Row]
typeClass t = case t of
  FamDecl _ f -> family f
  SynDecl { tcdLName = L s n } -> row "S" s [name n, "type"]
  DataDecl { tcdLName = L s n, tcdDataDefn = d } -> row "S" s [name n, "type"] ++ definition d
  ClassDecl { tcdLName = L s n, tcdSigs = sigs, tcdATs = ats, tcdCtxt = L _ context } ->
    row "S" s [name n, "type"]
      ++ concat [row "S" l [name m, "callable"] | L _ (ClassOpSig _ False ms _) <- sigs, L l m <- ms]
      ++ concat [family (unLoc f) | f <- ats]
      ++ concat [row "H" l [name m] | c <- context, Just (L l m) <- [classOf c]]
  where family f = let L s n = fdLName f in row "S" s [name n, "type"]

-- Functions of `where` and `let`.
locals :: HsModule -> [Row]
locals m = concat [bind False (unLoc b) | L _ d <- hsmodDecls m, HsValBinds _ (ValBinds _ bs _) <- parts d, b <- bagList bs]

imports :: LImportDecl GhcPs -> [Row]
imports (L s d) = case ideclHiding d of
  Just (False, L _ items) | ideclQualified d == NotQualified ->
    concat [row "I" s [m ++ "." ++ i] | L _ item <- items, i <- itemNames item]
      ++ (if hasAlias then row "I" s [m] else [])
  _ | hasAlias && ideclQualified d == NotQualified -> row "I" s [m] ++ row "I" s [m]
    | otherwise -> row "I" s [m]
  where
    m = moduleNameString (unLoc (ideclName d))
    hasAlias = maybe False (const True) (ideclAs d)
    itemNames item = case item of
      IEThingWith _ n _ ns _ -> wrapped n : map wrapped ns
      _ -> [occNameString (rdrNameOcc n) | n <- ieNames item]
    wrapped = name . ieWrappedName . unLoc

parse :: DynFlags -> FilePath -> String -> IO (Maybe HsModule)
parse flags file text = do
  let buffer = stringToStringBuffer text
      options = getOptions flags buffer file
  (flags', _, _) <- parseDynamicFilePragma flags options
  let location = mkRealSrcLoc (mkFastString file) 1 1
  pure $ case unP parseModule (mkPState flags' buffer location) of
    POk _ (L _ m) -> Just m
    PFailed _ -> Nothing

main :: IO ()
main = do
  mapM_ (`hSetEncoding` utf8) [stdout, stderr]
  files <- getArgs
  settings <- initSysTools libdir
  let flags = defaultDynFlags settings (LlvmConfig [] [])
  forM_ files $ \file -> do
    h <- openFile file ReadMode
    hSetEncoding h utf8
    text <- hGetContents h
    found <- try (do
      parsed <- parse flags file text
      case parsed of
        Nothing -> pure Nothing
        Just m -> do
          let rows = concatMap declaration (hsmodDecls m) ++ locals m
                ++ applications False (hsmodDecls m) ++ concatMap imports (hsmodImports m)
          _ <- evaluate (length (concat (concat rows)))
          pure (Just rows))
    case found of
      Right (Just rows) -> forM_ rows $ \(sort : rest) ->
        putStrLn (intercalate "\t" (sort : file : rest))
      Right Nothing -> hPutStrLn stderr file
      Left (_ :: SomeException) -> hPutStrLn stderr file
