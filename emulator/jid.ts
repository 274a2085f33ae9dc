interface Jid {
  user: string
  /** 0: the phone itself. */
  device: number
  server: string
}

/** Address of the server: no user part, by which Baileys recognises it. */
export const serverJid = '@s.whatsapp.net'

/** Parses `user[:device]@server`. A server name alone has an empty user. */
export function parseJid(jid: string): Jid {
  const at = jid.indexOf('@')
  if (at < 0) return { user: '', device: 0, server: jid }
  const [user = '', device] = jid.slice(0, at).split(':')
  return { user, device: device ? Number(device) : 0, server: jid.slice(at + 1) }
}

export const pnJid = (number: string, device = 0) => `${number}${device ? `:${device}` : ''}@s.whatsapp.net`
export const lidJid = (lid: string, device = 0) => `${lid}${device ? `:${device}` : ''}@lid`
export const isGroupJid = (jid: string) => jid.endsWith('@g.us')
