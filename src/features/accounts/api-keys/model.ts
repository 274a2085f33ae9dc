import { type Static, t } from 'elysia'
import { day, oneLineOfText } from '../../../core/http/schemas'
import { keyScopes } from '../../../shared/key-scopes'
import { limits } from '../../../shared/limits'

/** An API key as people see it; the key itself is never returned again. */
export const ApiKey = t.Object({
  id: t.Number(),
  name: t.String(),
  /** Start of the key, by which people recognise it. */
  prefix: t.String(),
  scopes: t.Array(t.UnionEnum(keyScopes, { default: undefined })),
  /** Addresses and networks from which it is accepted; empty for all. */
  addresses: t.Array(t.String()),
  /** Last day on which it is accepted; null for no end. */
  expiresOn: t.Nullable(t.String()),
  /** A person approves what programs send with the key by MCP (docs/mcp.md). */
  confirms: t.Boolean(),
  /** True after that day, and while the maker may not have keys. */
  ended: t.Boolean(),
  /** At most a minute late; null before the first use. */
  lastUsedAt: t.Nullable(t.String()),
  lastAddress: t.String(),
  /** Admin who made it. */
  user: t.Object({ id: t.Number(), name: t.String() }),
  createdAt: t.String(),
})
export type ApiKey = Static<typeof ApiKey>

/** `key`: the key itself, in the one response that follows its creation. */
export const NewApiKey = t.Composite([ApiKey, t.Object({ key: t.String() })])
export type NewApiKey = Static<typeof NewApiKey>

export const ApiKeyInput = t.Object({
  name: t.String({ minLength: limits.apiKeyName.min, maxLength: limits.apiKeyName.max, pattern: oneLineOfText }),
  scopes: t.Array(t.UnionEnum(keyScopes, { default: undefined }), { minItems: 1, maxItems: keyScopes.length }),
  /** IP addresses and networks, such as `203.0.113.0/24`; IPv6 by networks of /64 and larger. */
  addresses: t.Optional(t.Array(t.String({ maxLength: 50 }), { maxItems: limits.apiKeyAddresses })),
  expiresOn: t.Optional(t.Nullable(day)),
  /** True unless it is given. */
  confirms: t.Optional(t.Boolean()),
})
export type ApiKeyInput = Static<typeof ApiKeyInput>
