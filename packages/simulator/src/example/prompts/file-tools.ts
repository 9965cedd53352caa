import type { FunctionTool } from '@palimpsest/core/message'
import { flagArgument, oneOf, textArgument, tool, wholeArgument } from './tool-schema.ts'

/** Tools that read and change the repository. */
export const fileTools: readonly FunctionTool[] = [
  tool(
    'read_file',
    'Read a text file of the repository with line numbers. Long files are cut after the limit; the answer then says how many lines are left and you can go on with offset. Reading a file that does not exist is an error. Use this rather than cat: line numbers are needed to talk about code, and output is bounded.',
    {
      path: textArgument('Path relative to the repository root, for example src/server.ts.'),
      offset: wholeArgument('First line to return, counted from 1.', { minimum: 1, default: 1 }),
      limit: wholeArgument('Most lines to return.', { minimum: 1, maximum: 2000, default: 400 }),
    },
    ['offset', 'limit'],
  ),
  tool(
    'write_file',
    'Create a file or replace its whole content. Missing folders are created. Use patch for changes to an existing file: rewriting it loses what others changed meanwhile and costs many tokens.',
    {
      path: textArgument('Path relative to the repository root.'),
      content: textArgument('The complete new content, ending in a newline.'),
    },
  ),
  tool(
    'patch',
    'Replace one piece of text in a file by another. old_text must occur exactly as given, including indentation, and exactly once; give a few lines of context when it would be ambiguous. Nothing is changed when it is not found. Returns the change as a diff hunk.',
    {
      path: textArgument('Path relative to the repository root.'),
      old_text: textArgument('The text to replace, copied from the file without line numbers.'),
      new_text: textArgument('What to put in its place. Empty to delete.'),
      replace_all: flagArgument('Replace every occurrence instead of insisting on exactly one.', false),
    },
    ['replace_all'],
  ),
  tool(
    'search_files',
    'Search the contents of all tracked files for a text or regular expression and return matches as path:line: text, sorted by path. Searches below the given folder only, and leaves out node_modules and dist. Prefer one precise search to several vague ones.',
    {
      pattern: textArgument('A regular expression in RE2 syntax, or plain text.'),
      path: textArgument('Folder or file to search in.', { default: '.' }),
      glob: textArgument('Only files whose name matches, for example *.test.ts.'),
      max_results: wholeArgument('Most matches to return.', { minimum: 1, maximum: 5000, default: 60 }),
      case_sensitive: flagArgument('Whether upper and lower case differ.', true),
    },
    ['path', 'glob', 'max_results', 'case_sensitive'],
  ),
  tool(
    'list_files',
    'List the files below a folder with their sizes in bytes. Use it to learn the shape of a repository or to check that a file was created; use search_files to find something inside files.',
    {
      path: textArgument('Folder relative to the repository root; . for all of it.'),
      recursive: flagArgument('Go into folders.', false),
    },
    ['recursive'],
  ),
  tool(
    'outline',
    'List what a TypeScript file declares (exports, functions, types, tests) with line numbers but without bodies. Much cheaper than reading a long file when you only need to know what is in it or where to look.',
    {
      path: textArgument('Path relative to the repository root.'),
      kinds: {
        type: 'array',
        items: oneOf('Kind of declaration.', ['export', 'function', 'type', 'test']),
        description: 'Only these kinds; all of them when left out.',
      },
    },
    ['kinds'],
  ),
  tool(
    'find_references',
    'Ask the language server where a symbol is used, by its name and the file that declares it. Unlike search_files it is not fooled by comments, strings or other symbols of the same name. Does not see templates, SQL or configuration files.',
    {
      symbol: textArgument('Name of the symbol, for example createBooking.'),
      path: textArgument('File that declares it.'),
      include_tests: flagArgument('Whether uses in test files count.', true),
    },
    ['include_tests'],
  ),
  tool(
    'screenshot',
    'Open a page in a headless browser and return a picture of it together with console errors. The page must be reachable from this machine. Use it to verify what people will see; do not use it to read text that is in the repository.',
    {
      url: textArgument('Address of the page.', { format: 'uri' }),
      width: wholeArgument('Viewport width in CSS pixels.', { default: 1280 }),
      height: wholeArgument('Viewport height in CSS pixels.', { default: 800 }),
      wait_for: textArgument('CSS selector to wait for before the picture is taken.'),
      color_scheme: oneOf('Which colour scheme the page should think the person prefers.', ['light', 'dark']),
    },
    ['width', 'height', 'wait_for', 'color_scheme'],
  ),
]
