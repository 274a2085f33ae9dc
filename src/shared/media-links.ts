/** Minutes that the address of a file lives at least; the interface loads pages with addresses again before. */
export const linkMinutes = 30

/** Text of a signed link, as core/storage/media-links.ts makes it. */
const link = String.raw`\/media\/(\w{32})\?c=\d{1,15}&exp=\d{1,15}&sig=[\w-]{43}`
const withPass = new RegExp(`"(${link})&s=[\\w.-]{1,150}"`, 'g')
const withoutPass = new RegExp(`"(${link})"`, 'g')
const ofPerson = new RegExp(`"${link}(?:&s=[\\w.-]{1,150})?"`, 'g')

/**
 * Removes the login from every link in a JSON text. Events reach many people, and a link of one person must not open
 * files for the others.
 */
export const removeMediaPasses = (json: string) => (json.includes('&s=') ? json.replace(withPass, '"$1"') : json)

/** Adds the login to every link in a JSON text; the interface does it with the links of events. */
export const addMediaPass = (json: string, pass: string) =>
  json.includes('/media/') ? json.replace(withoutPass, (_, address: string) => `"${address}&s=${pass}"`) : json

/** Replaces every link of a person in a JSON text by another link of the same file. */
export const replaceMediaLinks = (json: string, linkOf: (id: string) => string) =>
  json.includes('/media/') ? json.replace(ofPerson, (_, id: string) => `"${linkOf(id)}"`) : json
