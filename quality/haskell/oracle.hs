-- Lists what GHC's own parser finds in the files named on standard input or as arguments:
-- file line column kind name. Uses of names that are bound in the file name the place where,
-- unless a record's wildcard since may hold the name as well.
--
--   ghc -package ghc oracle.hs -o oracle        (GHC 9.0)
{-# LANGUAGE RankNTypes #-}
{-# LANGUAGE ScopedTypeVariables #-}
{-# LANGUAGE TypeFamilies #-}
module Main (main) where

import Control.Exception (SomeException, evaluate, try)
import Control.Monad (forM_)
import Data.Char (isAlphaNum, isSpace, isUpper)
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

place :: SrcSpan -> Maybe (Int, Int)
place (RealSrcSpan s _) = Just (srcSpanStartLine s, srcSpanStartCol s)
place _ = Nothing

row :: String -> SrcSpan -> [String] -> [Row]
row sort s rest = case place s of
  Just (l, c) -> [[show l, show c, kind, text]]
  Nothing -> []
  where
    (kind, text) = case (sort, rest) of
      ("S", [n, "type"]) -> ("type", n)
      ("S", n : _) -> ("function", n)
      ("C", n : _) -> ("call", n)
      ("I", n : _) -> ("import", n)
      (_, n : _) -> ("inherit", " < " ++ n)
      _ -> ("unknown", "")

-- Where names are bound, innermost first.
type Scope = [(String, (Int, Int))]

bound :: [Located RdrName] -> Scope
bound names = [(name n, at) | L s n <- names, Just at <- [place s]]

-- The variables of patterns; after a record's wildcard nothing before is certain.
patterns :: Data a => a -> Scope -> Scope
patterns p outer = bound variables ++ (if wild then [] else outer)
  where
    variables = concat [found q | q <- parts p :: [Pat GhcPs]]
    found q = case q of
      VarPat _ n -> [n]
      AsPat _ n _ -> [n]
      _ -> []
    wild = or [w | q <- parts p :: [Pat GhcPs], w <- [isWild q]]
    isWild (ConPat _ _ (RecCon fields)) = maybe False (const True) (rec_dotdot fields)
    isWild _ = False

valuesOf :: HsBind GhcPs -> Scope -> Scope
valuesOf b outer = case b of
  FunBind { fun_id = n } -> bound [n] ++ outer
  PatBind { pat_lhs = p } -> patterns p outer
  _ -> outer

locally :: HsLocalBinds GhcPs -> Scope -> (Scope, [Row])
locally binds outer = case binds of
  HsValBinds _ (ValBinds _ bs _) ->
    let scope = foldr valuesOf outer [unLoc b | b <- bagList bs] in (scope, uses scope bs)
  _ -> (outer, uses outer binds)

-- Uses of names bound in the file.
uses :: forall a. Data a => Scope -> a -> [Row]
uses scope x
  | Just (m :: Match GhcPs (LHsExpr GhcPs)) <- cast x = match m
  | Just (e :: LHsExpr GhcPs) <- cast x = expr e
  | Just (g :: GRHS GhcPs (LHsExpr GhcPs)) <- cast x = guarded g
  | Just (_ :: HsType GhcPs) <- cast x = []
  | otherwise = concat (gmapQ (uses scope) x)
  where
    match m =
      let inside = patterns (m_pats m) scope
          GRHSs _ alternatives (L _ binds) = m_grhss m
          (whole, rows) = locally binds inside
       in uses scope (m_pats m) ++ rows ++ concat [uses whole a | a <- alternatives]
    guarded g = case g of
      GRHS _ guards body -> statements scope guards [body]
    expr (L s e) = case e of
      HsVar _ (L at n) | isUnqual n -> used at (name n)
      HsLet _ (L _ binds) body -> let (inside, rows) = locally binds scope in rows ++ uses inside body
      HsDo _ _ (L _ stmts) -> statements scope stmts []
      HsProc {} -> []
      _ -> concat (gmapQ (uses scope) e)
      where _ = s
    used at n = case (lookup n scope, place at) of
      (Just (l, c), Just (l', c')) -> [[show l', show c', "local", show l ++ ":" ++ show c]]
      _ -> []

statements :: Scope -> [ExprLStmt GhcPs] -> [LHsExpr GhcPs] -> [Row]
statements scope [] body = concatMap (uses scope) body
statements scope (L _ s : rest) body = case s of
  BindStmt _ p e -> uses scope p ++ uses scope e ++ statements (patterns p scope) rest body
  LetStmt _ (L _ binds) -> let (inside, rows) = locally binds scope in rows ++ statements inside rest body
  BodyStmt _ e _ _ -> uses scope e ++ statements scope rest body
  LastStmt _ e _ _ -> uses scope e ++ statements scope rest body
  _ -> []

-- The names of a module's own functions, signatures of classes among them.
topLevel :: HsModule -> Scope
topLevel m = foldr valuesOf [] [b | L _ (ValD _ b) <- hsmodDecls m]

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
  given <- getArgs
  files <- if null given then lines <$> getContents else pure given
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
                ++ uses (topLevel m) (hsmodDecls m)
          _ <- evaluate (length (concat (concat rows)))
          pure (Just rows))
    let failed = putStrLn (intercalate "\t" [file, "1", "1", "failed", "-"])
    case found of
      Right (Just rows) -> forM_ rows $ \cells ->
        putStrLn (intercalate "\t" (file : bare (lines text) cells))
      Right Nothing -> failed
      Left (_ :: SomeException) -> failed

-- Places of operators in parentheses and of names between backquotes are those of the names.
bare :: [String] -> Row -> Row
bare text cells = case cells of
  [l, c, "local", target] -> [l, inner l c, "local", moved (break (== ':') target)]
  [l, c, kind, n] | kind /= "import" -> [l, inner l c, kind, n]
  _ -> cells
  where
    moved (l, c) = l ++ ":" ++ inner l (drop 1 c)
    inner l c =
      let rest = drop (read c - 1) (concat (take 1 (drop (read l - 1) text)))
       in show (read c + length (takeWhile (`elem` "`( ") rest) + qualifier (dropWhile (`elem` "`( ") rest) :: Int)

-- How long the modules before a name are.
qualifier :: String -> Int
qualifier text = case span isPart text of
  (part@(first : _), '.' : rest@(next : _)) | isUpper first, isPart next || not (isSpace next) ->
    if isUpper next then length part + 1 + qualifier rest else length part + 1
  _ -> 0
  where isPart c = isAlphaNum c || c `elem` "_'"
