defmodule Acme.Shop do
  @moduledoc "A shop."
  use GenServer
  import Ecto.Query, only: [from: 2]
  alias Acme.{Item, Cart}
  alias Acme.Repo, as: R
  require Logger
  @behaviour Acme.Sells
  @max 10
  defstruct [:name, items: []]
  @type t :: %__MODULE__{name: String.t()}

  @doc "Makes one."
  @spec new(String.t()) :: t
  def new(name, opts \\ []) when is_binary(name) do
    shop = %Shop{name: name}
    Enum.map(shop.items, fn item -> price(item) end)
    |> Enum.sum()
    case opts do
      [x | rest] -> helper(x)
      %{a: b} = c -> R.get(b)
      _ -> nil
    end
    with {:ok, v} <- fetch(name), do: v
    Logger.info("x #{name}")
    for y <- opts, y > 1, do: y
    &helper/1
    @max
  end
  defp helper(x), do: x
  defmacro twice(x) do
    quote do: unquote(x) * 2
  end
  def handle_call({:get, k}, _from, state), do: {:reply, Map.get(state, k), state}
  defmodule Inner do
    def go, do: Acme.Shop.new("a")
  end
  defdelegate foo(a), to: Other
  defguard is_ok(x) when x > 1
end
defprotocol Size do
  def size(x)
end
defimpl Size, for: Acme.Shop do
  def size(s), do: length(s.items)
end
