/** Names each file by as much of its path's end as distinguishes it from the others. */
export function shortNames(files: readonly string[]): readonly string[] {
  const paths = files.map((file) => file.split(/[\\/]/).filter((piece) => piece !== ''))
  let names = paths.map((path) => path.slice(-1))
  for (;;) {
    const counts = new Map<string, number>()
    for (const name of names) counts.set(name.join('/'), (counts.get(name.join('/')) ?? 0) + 1)
    const longer = names.map((name, i) => {
      const isAlike = (counts.get(name.join('/')) ?? 0) > 1
      return isAlike ? (paths[i]?.slice(-(name.length + 1)) ?? name) : name
    })
    if (longer.every((name, i) => name.length === names[i]?.length)) return names.map((name) => name.join('/'))
    names = longer
  }
}
