/** The folder in `plugins/` that holds engines, and is no plugin itself. */
export const engineFolder = 'context_engine'

/** As packages are named, so that a name never leads out of its folder. */
const pattern = /^(?:@[a-z0-9][\w.-]*\/)?[a-z0-9][\w.-]*$/i

export function isPluginName(name: string): boolean {
  return pattern.test(name) && name !== engineFolder
}
