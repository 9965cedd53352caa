/** Gives a text a short name that stands for it: equal texts have equal names, and no two texts share one. */
export type NameText = (text: string) => string

/** Names in the order in which texts come. All of them are remembered, so this is for what comes to an end. */
export function createNames(): NameText {
  const names = new Map<string, string>()
  return (text) => {
    const known = names.get(text)
    if (known !== undefined) return known
    const name = `#${names.size}`
    names.set(text, name)
    return name
  }
}
