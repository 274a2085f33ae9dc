interface Coordinates {
  latitude: number
  longitude: number
}

const number = String.raw`(-?\d{1,3}(?:\.\d{1,20})?)`
/** Coordinates as typed, and as Google Maps, OpenStreetMap and WhatsApp write them into their addresses. */
const patterns = [
  new RegExp(`^${number}(?:[,;] ?| )${number}$`),
  new RegExp(`!3d${number}!4d${number}`),
  new RegExp(`[?&](?:q|query|ll|destination)=${number}(?:,|%2C)\\+?${number}`, 'i'),
  new RegExp(`@${number},${number}`),
  new RegExp(`#map=\\d{1,2}/${number}/${number}`),
]

/** Reads coordinates or the address of a map; null without valid ones. */
export function parseCoordinates(text: string): Coordinates | null {
  for (const pattern of patterns) {
    const [, latitude, longitude] = pattern.exec(text.trim().slice(0, 2000)) ?? []
    if (latitude === undefined || longitude === undefined) continue
    const found = { latitude: Number(latitude), longitude: Number(longitude) }
    if (Math.abs(found.latitude) <= 90 && Math.abs(found.longitude) <= 180) return found
  }
  return null
}
