# frozen_string_literal: true
require 'json'
require_relative "lib/helper"

# A shop.
module Acme
  VERSION = "1"
  # The shop.
  class Shop < Base::Model
    include Comparable
    extend Helper
    attr_reader :name, :items
    attr_accessor :price
    MAX = 10
    class << self
      def create(name) = new(name)
    end
    # Makes one.
    def initialize(name, items = [], *rest, key: 1, **opts, &block)
      @name = name
      @items = items
      super()
    end

    def self.build(x)
      shop = new(x)
      shop.sell(1)
      shop
    end

    def total
      sum = 0
      items.each do |item, (a, b)|
        sum += item.price
        puts "#{item.name} #{total}"
      end
      @items.map { |i| i.price }.select(&:ok?)
      begin
        run!
      rescue ArgumentError, IOError => e
        raise Failure.new(e.message)
      ensure
        close
      end
      case sum
      when 1 then x = 1
      when Integer then y = 2
      in {name: String => n, age:} then n
      end
      lam = ->(z) { z + sum }
      a, b = pair
      Acme::Tools.run(MAX, key: sum)
      self.price = 3
      obj&.call
      @@count ||= 0
      $global = 1
      yield sum if block_given?
      Struct.new(:a, :b) do
        def x; end
      end
    end

    def <=>(other) = name <=> other.name
    def []=(k, v); end
    alias size total
    alias_method :len, :total

    private

    def secret; end
    private_class_method :build
    private def hidden(x) = x
    def unicodeñ?; end
  end
  Point = Struct.new(:x, :y)
  Err = Class.new(StandardError)
end
describe "x" do
  it("y") { expect(foo).to eq(1) }
end
def top(a) a end
