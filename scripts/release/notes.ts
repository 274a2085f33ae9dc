/** The part of the changelog about one version. @throws Error when it has none */
export function notesOf(changelog: string, version: string): string {
  const parts = changelog.split(/^(?=## )/m)
  const found = parts.find((part) => part.startsWith(`## ${version} `) || part.startsWith(`## ${version}\n`))
  if (!found) throw new Error(`CHANGELOG.md has no part "## ${version}"`)
  return `${found.trim()}\n`
}
