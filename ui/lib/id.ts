/** Random id of 32 hex digits. Does not use `crypto.randomUUID`, which browsers hide on pages without https. */
export const newId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
