import { expect, test } from 'vitest'
import { outlineText } from './outline-text.ts'

const countText = (text: string) => Math.ceil(text.length / 4)
const outline = (text: string, name?: string) =>
  outlineText(text, { maxTokens: 2_000, countText, ...(name === undefined ? {} : { name }) })

/** The lines of an outline below its first and the title. */
const rows = (text: string) => outline(text).text.split('\n').slice(2)

const script = `import { readFile } from 'node:fs'

/** Class of readers. */
export interface Reader {
  read(path: string): Promise<string>
}

export class FileReader implements Reader {
  constructor(private readonly root: string) {
    this.cache = new Map()
  }

  async read(path: string): Promise<string> {
    if (this.cache.has(path)) {
      return this.cache.get(path)
    }
    for (const each of list) {
      visit(each, () => {
        done()
      })
    }
  }
}

const limit = 5
export const join = (a: string, b: string) => a + b
export default function main() {
  const inner = 1
  return inner
}
`

test('TypeScript: what is declared, nested as it is indented, and no statement', () => {
  expect(outline(script).kind).toBe('code')
  expect(rows(script)).toEqual([
    'L4 export interface Reader {',
    'L8 export class FileReader implements Reader {',
    '  L9 constructor(private readonly root: string) {',
    '  L13 async read(path: string): Promise<string> {',
    'L25 const limit = 5',
    'L26 export const join = (a: string, b: string) => a + b',
    'L27 export default function main() {',
  ])
})

test.each([
  [
    'Python',
    'import os\n\nclass Store:\n    """Keeps things."""\n    def get(self, key):\n        if key in self.all:\n            return self.all[key]\n\nasync def main():\n    print(Store())\n',
    ['L3 class Store:', '  L5 def get(self, key):', 'L9 async def main():'],
  ],
  [
    'Go',
    'package main\n\nimport "fmt"\n\ntype Server struct {\n\tport int\n}\n\nfunc (s *Server) Run() error {\n\tfmt.Println(s.port)\n\treturn nil\n}\n',
    ['L1 package main', 'L5 type Server struct {', 'L9 func (s *Server) Run() error {'],
  ],
  [
    'Rust',
    'use std::io;\n\npub struct Point {\n    x: f64,\n}\n\nimpl Point {\n    pub fn new(x: f64) -> Self {\n        Point { x }\n    }\n}\n\npub(crate) fn run() {\n    let a = 1;\n}\n',
    ['L3 pub struct Point {', 'L7 impl Point {', '  L8 pub fn new(x: f64) -> Self {', 'L13 pub(crate) fn run() {'],
  ],
  [
    'Java',
    'package a.b;\n\npublic class Cart {\n    private final int size;\n\n    public Cart(int size) {\n        this.size = size;\n    }\n\n    @Override\n    protected List<String> names(int from) throws IOException {\n        return list(from);\n    }\n}\n',
    [
      'L1 package a.b;',
      'L3 public class Cart {',
      '  L6 public Cart(int size) {',
      '  L11 protected List<String> names(int from) throws IOException {',
    ],
  ],
  [
    'Kotlin',
    'data class User(val name: String)\n\nobject Registry {\n    fun find(id: Int): User? {\n        return all[id]\n    }\n}\n',
    ['L1 data class User(val name: String)', 'L3 object Registry {', '  L4 fun find(id: Int): User? {'],
  ],
  [
    'C',
    '#include <stdio.h>\n#define MAX(a, b) ((a) > (b) ? (a) : (b))\n\nstruct point {\n    int x;\n};\n\nstatic int add(int a, int b)\n{\n    return a + b;\n}\n\nint main(void) {\n    printf("%d", add(1, 2));\n    return 0;\n}\n',
    [
      'L2 #define MAX(a, b) ((a) > (b) ? (a) : (b))',
      'L4 struct point {',
      'L8 static int add(int a, int b)',
      'L13 int main(void) {',
    ],
  ],
  [
    'C++',
    'namespace app {\n\ntemplate <typename T>\nclass Pool : public Base {\n public:\n  explicit Pool(size_t size);\n  void run() const override {\n    for (auto& each : all) {\n      each.go();\n    }\n  }\n};\n\n}\n\nvoid app::Pool::stop(int code) {\n  exit(code);\n}\n',
    [
      'L1 namespace app {',
      'L4 class Pool : public Base {',
      '  L7 void run() const override {',
      'L16 void app::Pool::stop(int code) {',
    ],
  ],
  [
    'C#',
    'using System;\n\nnamespace Shop;\n\npublic sealed record Item(string Name);\n\ninternal class Cart\n{\n    public async Task<int> CountAsync(string name)\n    {\n        return await all.CountAsync(name);\n    }\n}\n',
    [
      'L3 namespace Shop;',
      'L5 public sealed record Item(string Name);',
      'L7 internal class Cart',
      '  L9 public async Task<int> CountAsync(string name)',
    ],
  ],
  [
    'Ruby',
    "require 'json'\n\nmodule Shop\n  class Order\n    def total(tax)\n      items.sum(:price)\n    end\n  end\nend\n",
    ['L3 module Shop', '  L4 class Order', '    L5 def total(tax)'],
  ],
  [
    'PHP',
    '<?php\nnamespace App\\Http;\n\nfinal class Page {\n    public function show($id) {\n        return $this->render($id);\n    }\n}\n',
    ['L2 namespace App\\Http;', 'L4 final class Page {', '  L5 public function show($id) {'],
  ],
  [
    'shell',
    '#!/bin/bash\nset -e\n\nbuild() {\n  echo "building"\n}\n\nfunction deploy {\n  local a="1"\n  rm -rf "$a";\n}\n\nbuild;\n',
    ['L4 build() {', 'L8 function deploy {'],
  ],
  [
    'SQL',
    "CREATE TABLE users (\n  id INTEGER PRIMARY KEY,\n  name TEXT\n);\n\nCREATE UNIQUE INDEX by_name ON users(name);\n\nINSERT INTO users VALUES (1, 'a');\nINSERT INTO users VALUES (2, 'b');\n",
    ['L1 CREATE TABLE users (', 'L6 CREATE UNIQUE INDEX by_name ON users(name);'],
  ],
  [
    'a diff',
    'diff --git a/x.ts b/x.ts\n--- a/x.ts\n+++ b/x.ts\n@@ -1,3 +1,3 @@ function x() {\n const a = 1;\n-const b = 2;\n+const b = 3;\n',
    ['L1 diff --git a/x.ts b/x.ts', 'L4 @@ -1,3 +1,3 @@ function x() {'],
  ],
])('%s: its declarations', (_, text, expected) => {
  expect(outline(text).kind).toBe('code')
  expect(rows(text)).toEqual(expected)
})

test.each([
  ['cat -n', (line: string, at: number) => `${String(at + 100).padStart(6)}\t${line}`],
  ['a colon', (line: string, at: number) => `${at + 100}: ${line}`],
  ['an arrow', (line: string, at: number) => `${String(at + 100).padStart(6)}→${line}`],
])('code that a tool has numbered with %s is the same code, at the lines of the text', (_, number) => {
  const text = script.trimEnd().split('\n').map(number).join('\n')
  expect(outline(text).kind).toBe('code')
  expect(rows(text)).toEqual(rows(script))
  expect(outline(text).text).toContain('its lines carry the numbers 100 to 129')
})

test('code in one very long line is found by offset', () => {
  const filler = 'var a=1,b=2;a=b+1;b=a*2;if(a>b){a=b};'
  const text = `${filler.repeat(60)}function start(x){return x};${filler.repeat(60)}class Engine{};`
  const { kind, text: shown } = outline(text)
  expect(kind).toBe('code')
  expect(shown).toContain(`@${text.indexOf('function start')} function start`)
  expect(shown).toContain(`@${text.indexOf('class Engine')} class Engine`)
})

test('a name tells what content leaves open', () => {
  const text = 'alpha beta\nx = 1\ngamma delta\nepsilon zeta\nomega\n'
  expect(outline(text).kind).toBe('lines')
  expect(outline(text, 'src/a.py').kind).toBe('code')
})
