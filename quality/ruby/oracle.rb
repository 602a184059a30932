# Lists what Ripper, Ruby's own parser, shows of files: S for methods, classes and
# modules, C for called names, I for required files, H for bases. Tab-separated:
#   S file line name kind    C file line name    I file line name    H file line name
# Usage: ruby oracle.rb FILE...

require 'ripper'

# Walks one tree.
class Lister
  def initialize(file)
    @file = file
    @inside = []
  end

  def out(*cells)
    puts([cells[0], @file, *cells[1..]].join("\t"))
  end

  def read
    tree = Ripper.sexp(File.read(@file))
    tree ? visit(tree) : warn("#{@file}: not parsed")
  end

  # Name and line of a token node.
  def token(node)
    return nil unless node.is_a?(Array)
    return [node[1], node[2][0]] if node[0].is_a?(Symbol) && node[0].to_s.start_with?('@')

    node.each do |child|
      found = token(child) if child.is_a?(Array)
      return found if found
    end
    nil
  end

  def last_token(node)
    return nil unless node.is_a?(Array)
    return [node[1], node[2][0]] if node[0].is_a?(Symbol) && node[0].to_s.start_with?('@')

    node.reverse.each do |child|
      found = last_token(child) if child.is_a?(Array)
      return found if found
    end
    nil
  end

  def called(node)
    name, line = token(node)
    out('C', line, name) if name
  end

  def visit(node)
    return unless node.is_a?(Array)

    case node[0]
    when :def
      name, line = token(node[1])
      out('S', line, name, @inside.empty? ? 'function' : 'method')
      node[2..].each { |child| visit(child) }
    when :defs
      name, line = token(node[3])
      out('S', line, name, 'method')
      visit(node[1])
      node[4..].each { |child| visit(child) }
    when :class, :module
      name, line = last_token(node[1])
      out('S', line, name, 'type')
      if node[0] == :class && node[2]
        base, base_line = last_token(node[2])
        constant = %i[var_ref const_path_ref top_const_ref].include?(node[2][0])
        out('H', base_line, base) if constant && base =~ /\A[A-Z]/
        visit(node[2]) unless constant
      end
      @inside.push(name)
      visit(node.last)
      @inside.pop
    when :sclass
      @inside.push('self')
      node[1..].each { |child| visit(child) }
      @inside.pop
    when :alias
      name, line = token(node[1])
      out('S', line, name, 'method')
    when :assign
      name, line = token(node[1])
      made = node[2].flatten.include?('Struct') || node[2].flatten.include?('Class')
      is_new = %i[method_add_arg method_add_block].include?(node[2][0])
      out('S', line, name, 'type') if made && is_new && name =~ /\A[A-Z]/ && node[1][0] == :var_field
      node[1..].each { |child| visit(child) }
    when :vcall, :fcall
      called(node[1])
    when :command
      name, = token(node[1])
      called(node[1])
      require_of(name, node[2])
      base_of(name, node[2])
      alias_of(name, node[2])
      visit(node[2])
    when :call, :command_call
      visit(node[1])
      called(node[3]) if node[3].is_a?(Array)
      node[4..].each { |child| visit(child) }
    when :method_add_arg
      if node[1].is_a?(Array) && node[1][0] == :fcall
        name, = token(node[1])
        require_of(name, node[2])
        alias_of(name, node[2])
      end
      node[1..].each { |child| visit(child) }
    else
      node.each { |child| visit(child) if child.is_a?(Array) }
    end
  end

  def require_of(name, arguments)
    return unless %w[require require_relative load autoload].include?(name)

    text = find(arguments, :@tstring_content)
    out('I', text[2][0], text[1]) if text
  end

  # `alias_method :new, :old`, `define_method(:name)`
  def alias_of(name, arguments)
    return unless %w[alias_method define_method].include?(name) && !@inside.empty?

    symbol = find(arguments, :symbol_literal)
    found = symbol && token(symbol)
    out('S', found[1], found[0], 'method') if found
  end

  def base_of(name, arguments)
    return unless %w[include extend prepend].include?(name) && !@inside.empty?

    list = arguments[0] == :args_add_block ? arguments[1] : arguments
    list.each do |one|
      next unless one.is_a?(Array) && %i[var_ref const_path_ref].include?(one[0])

      base, line = last_token(one)
      out('H', line, base) if base =~ /\A[A-Z]/
    end
  end

  def find(node, kind)
    return nil unless node.is_a?(Array)
    return node if node[0] == kind

    node.each do |child|
      found = find(child, kind)
      return found if found
    end
    nil
  end
end

ARGV.each { |file| Lister.new(file).read }
