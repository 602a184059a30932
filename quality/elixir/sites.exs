# Lists what Elixir's own parser shows of files: calls, imports, modules and functions, and
# uses of local names. Reads file names from standard input.
#   file line column kind name      file line column local def_line:def_column
# elixir quality/elixir/sites.exs < FILES

defmodule Sites do
  @definitions [:def, :defp, :defmacro, :defmacrop, :defguard, :defguardp, :defdelegate]
  @imports [:alias, :import, :require, :use]
  @special [:__block__, :__aliases__, :{}, :%{}, :%, :<<>>, :->, :fn, :&, :^, :"::", :., :when, :do, :|>, :unquote_splicing]

  def run(file) do
    text = File.read!(file)
    case Code.string_to_quoted(text, columns: true, token_metadata: true) do
      {:ok, tree} ->
        Process.put(:file, file)
        visit(tree, %{})
      _ ->
        IO.puts(Enum.join([file, 1, 1, "failed", "-"], "\t"))
    end
  end

  defp out(meta, kind, name) do
    if meta[:line] && meta[:column] do
      IO.puts(Enum.join([Process.get(:file), meta[:line], meta[:column], kind, name], "\t"))
    end
  end

  defp word?(name), do: name |> to_string() |> String.match?(~r/^[\p{L}_][\p{L}\p{N}_]*[?!]?$/u)

  # Expressions are visited in order; each gives the names that are visible after it.
  defp all(nodes, scope), do: Enum.reduce(nodes, scope, &visit/2)

  defp inside(nodes, scope) do
    all(List.wrap(nodes), scope)
    scope
  end

  # Names that a pattern binds.
  defp bind({:^, _, [pinned]}, scope), do: visit(pinned, scope)
  defp bind({:when, _, arguments}, scope) do
    {patterns, [guard]} = Enum.split(arguments, -1)
    inner = Enum.reduce(patterns, scope, &bind/2)
    visit(guard, inner)
    inner
  end
  defp bind({:\\, _, [pattern, default]}, scope) do
    visit(default, scope)
    bind(pattern, scope)
  end
  defp bind({:"::", _, [pattern, _]}, scope), do: bind(pattern, scope)
  defp bind({:<>, _, [left, right]}, scope), do: bind(right, bind(left, scope))
  defp bind({name, meta, context}, scope) when is_atom(name) and is_atom(context) do
    if name == :_ or String.starts_with?(to_string(name), "_"), do: scope, else: Map.put(scope, name, meta)
  end
  defp bind({:%, _, [_, fields]}, scope), do: bind(fields, scope)
  defp bind({{:., _, _} = dot, _, arguments}, scope), do: Enum.reduce(arguments, visit_dot(dot, scope), &bind/2)
  defp bind({name, meta, arguments}, scope) when is_atom(name) and is_list(arguments) do
    if word?(name) and name not in @special, do: out(meta, "call", name)
    Enum.reduce(arguments, scope, &bind/2)
  end
  defp bind({left, right}, scope), do: bind(right, bind(left, scope))
  defp bind(list, scope) when is_list(list), do: Enum.reduce(list, scope, &bind/2)
  defp bind(_, scope), do: scope

  defp visit_dot({:., _, [left | _]}, scope), do: visit(left, scope)

  defp module_name({:__aliases__, _, parts}), do: Enum.map_join(parts, ".", &part/1)
  defp module_name({name, _, nil}), do: to_string(name)
  defp module_name(_), do: nil
  defp part(part) when is_atom(part), do: to_string(part)
  defp part({name, _, _}) when is_atom(name), do: to_string(name)
  defp part(_), do: "?"

  defp body(options, scope) do
    if Keyword.keyword?(options), do: Enum.each(options, fn {_, part} -> visit(part, scope) end)
    scope
  end

  defp clauses(list, scope), do: Enum.each(List.wrap(list), &visit(&1, scope))

  defp visit({word, _, [name | rest]}, scope) when word in [:defmodule, :defprotocol] do
    case name do
      {:__aliases__, meta, parts} -> out(meta, "type", Enum.map_join(parts, ".", &part/1))
      _ -> :ok
    end
    Enum.each(rest, &body(&1, %{}))
    scope
  end

  defp visit({:defimpl, _, [_ | rest]}, scope) do
    Enum.each(rest, fn options -> if Keyword.keyword?(options), do: body(Keyword.take(options, [:do]), %{}) end)
    scope
  end

  defp visit({word, meta, [head | rest]}, scope) when word in @definitions do
    {head, guard} =
      case head do
        {:when, _, [head, guard]} -> {head, guard}
        head -> {head, nil}
      end
    case head do
      {:unquote, _, _} -> all([head], %{})
      {name, meta, arguments} when is_atom(name) ->
        out(meta, "function", name)
        inner = Enum.reduce(List.wrap(arguments), %{}, &bind/2)
        if guard, do: visit(guard, inner)
        Enum.each(rest, &body(&1, inner))
      _ -> all(List.wrap(elem(head, 2)), %{})
    end
    _ = meta
    scope
  end

  defp visit({word, meta, [first | _] = arguments}, scope) when word in @imports do
    case first do
      {{:., _, [base, :{}]}, _, items} ->
        Enum.each(items, fn item -> out(meta, "import", module_name(base) <> "." <> (module_name(item) || "?")) end)
      _ ->
        name = module_name(first)
        if name && match?({:__aliases__, _, _}, first), do: out(meta, "import", name)
    end
    if word == :use or word == :import, do: all(Enum.drop(arguments, 1), scope)
    scope
  end

  defp visit({:@, _, [{name, _, _}]}, scope) when name in [:spec, :type, :typep, :opaque, :callback, :macrocallback, :doc, :moduledoc, :typedoc], do: scope
  defp visit({:@, _, [{_, _, arguments}]}, scope) do
    if is_list(arguments), do: all(arguments, scope)
    scope
  end

  defp visit({:=, _, [pattern, value]}, scope) do
    after_value = visit(value, scope)
    bind(pattern, after_value)
  end

  defp visit({:fn, _, list}, scope) do
    clauses(list, scope)
    scope
  end

  defp visit({:->, _, [patterns, result]}, scope) do
    inner = Enum.reduce(patterns, scope, &bind/2)
    visit(result, inner)
    scope
  end

  defp visit({word, meta, arguments}, scope) when word in [:for, :with] and is_list(arguments) do
    out(meta, "call", word)
    {options, parts} = Enum.split_with(arguments, &Keyword.keyword?/1)
    inner =
      Enum.reduce(parts, scope, fn
        {:<-, _, [pattern, value]}, scope ->
          visit(value, scope)
          bind(pattern, scope)
        {:<<>>, _, generators}, scope ->
          Enum.reduce(generators, scope, fn
            {:<-, _, [pattern, value]}, scope ->
              visit(value, scope)
              bind(pattern, scope)
            other, scope -> bind(other, scope)
          end)
        other, scope -> visit(other, scope)
      end)
    for list <- options, {key, part} <- list do
      visit(part, if(key == :else, do: scope, else: inner))
    end
    scope
  end

  defp visit({:__aliases__, _, _}, scope), do: scope
  defp visit({:__block__, _, nodes}, scope), do: all(nodes, scope)
  defp visit({:&, _, [{:/, _, [{name, meta, context}, _]}]}, scope) when is_atom(name) and is_atom(context) do
    _ = meta
    scope
  end
  defp visit({:&, _, [{:/, _, [{{:., _, [left, _]}, _, []}, _]}]}, scope), do: visit(left, scope)
  defp visit({:&, _, [number]}, scope) when is_integer(number), do: scope

  defp visit({{:., _, [left, name]}, meta, arguments}, scope) when is_atom(name) do
    # `map.key` without parentheses on a value may be a field; both read alike.
    # `map[key]` is written without the name.
    if word?(name) and name != :{} and left != Access, do: out(meta, "call", name)
    after_left = visit(left, scope)
    inside(arguments, after_left)
  end
  defp visit({{:., _, [left]}, _, arguments}, scope), do: inside(arguments, visit(left, scope))

  defp visit({name, meta, context}, scope) when is_atom(name) and is_atom(context) do
    case scope[name] do
      nil -> if word?(name) and not String.starts_with?(to_string(name), "_"), do: out(meta, "call", name)
      place -> out(meta, "local", "#{place[:line]}:#{place[:column]}")
    end
    scope
  end

  defp visit({name, meta, arguments}, scope) when is_atom(name) and is_list(arguments) do
    is_sigil = String.starts_with?(to_string(name), "sigil_")
    if word?(name) and not is_sigil and name not in @special and name not in [:and, :or, :not, :in], do: out(meta, "call", name)
    if name in [:and, :or, :not, :in, :|>, :<>, :++, :{}, :%{}, :%, :==] do
      all(arguments, scope)
    else
      # What arguments bind is seen by what follows: `assert {:ok, x} = f()`.
      Enum.reduce(arguments, scope, fn argument, scope ->
        if Keyword.keyword?(argument), do: body(argument, scope), else: visit(argument, scope)
      end)
    end
  end

  defp visit({callee, _, arguments}, scope) when is_list(arguments), do: all(arguments, visit(callee, scope))
  defp visit({left, right}, scope), do: visit(right, visit(left, scope))
  defp visit(list, scope) when is_list(list), do: all(list, scope)
  defp visit(_, scope), do: scope
end

IO.stream(:stdio, :line)
|> Stream.map(&String.trim/1)
|> Enum.reject(&(&1 == ""))
|> Enum.each(&Sites.run/1)
