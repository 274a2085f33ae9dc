import { type Static, t } from 'elysia'
import { oneLineOfText, pageNumber } from '../../../core/http/schemas'
import { integrationLanguages, integrationTypes } from '../../../shared/enums'
import { limits } from '../../../shared/limits'

/** A program outside that answers customers, as returned by the API. Secrets are masked: `••••` and the last characters. */
export const QueueIntegration = t.Object({
  id: t.Number(),
  type: t.UnionEnum(integrationTypes),
  name: t.String(),
  projectName: t.String(),
  /** Masked JSON key of a Google service account; empty without one. */
  jsonContent: t.String(),
  language: t.UnionEnum(integrationLanguages),
  urlN8N: t.String(),
  typebotSlug: t.String(),
  /** Minutes; 0 = never. */
  typebotExpires: t.Number(),
  /** Milliseconds. */
  typebotDelayMessage: t.Number(),
  typebotKeywordFinish: t.String(),
  typebotKeywordRestart: t.String(),
  typebotRestartMessage: t.String(),
  typebotUnknownMessage: t.String(),
  flowId: t.Nullable(t.Number()),
  /** Masked key of the signatures sent to n8n and webhooks; empty without one. */
  secret: t.String(),
  /** Why the last request got no usable answer, such as `timeout` or `status 500`; null while it answers. */
  failure: t.Nullable(t.String()),
  failedAt: t.Nullable(t.String()),
  createdAt: t.String(),
  updatedAt: t.String(),
})
export type QueueIntegration = Static<typeof QueueIntegration>

/** `newSecret`: the key of the signatures, in the one response that follows its creation. */
export const SavedIntegration = t.Composite([QueueIntegration, t.Object({ newSecret: t.Optional(t.String()) })])
export type SavedIntegration = Static<typeof SavedIntegration>

const text = (max: number) => t.Optional(t.String({ maxLength: max }))

/** `jsonContent`: empty or masked keeps the stored key. */
export const IntegrationInput = t.Object({
  type: t.UnionEnum(integrationTypes, { default: undefined }),
  name: t.String({
    minLength: limits.integrationName.min,
    maxLength: limits.integrationName.max,
    pattern: oneLineOfText,
  }),
  projectName: text(limits.projectName.max),
  jsonContent: text(limits.jsonContent.max),
  language: t.Optional(t.UnionEnum(integrationLanguages, { default: undefined })),
  /** For dialogflow: address of the agent's region; empty for the global one. */
  urlN8N: text(limits.url.max),
  typebotSlug: text(limits.typebotSlug.max),
  typebotExpires: t.Optional(t.Integer({ minimum: 0, maximum: limits.minutes.max })),
  typebotDelayMessage: t.Optional(t.Integer({ minimum: 0, maximum: limits.typebotDelay.max })),
  typebotKeywordFinish: text(limits.typebotKeyword.max),
  typebotKeywordRestart: text(limits.typebotKeyword.max),
  typebotRestartMessage: text(limits.automaticText.max),
  typebotUnknownMessage: text(limits.automaticText.max),
  /** For flowbuilder: flow that begins where the integration is chosen. */
  flowId: t.Optional(t.Nullable(t.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }))),
})
export type IntegrationInput = Static<typeof IntegrationInput>

/** POST /queueIntegration/testSession. With `id`, an empty or masked `jsonContent` is the stored key. */
export const TestSessionInput = t.Object({
  id: t.Optional(t.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })),
  projectName: t.String({ minLength: 2, maxLength: limits.projectName.max }),
  jsonContent: text(limits.jsonContent.max),
  language: t.UnionEnum(integrationLanguages, { default: undefined }),
  urlN8N: text(limits.url.max),
})
export type TestSessionInput = Static<typeof TestSessionInput>

export const IntegrationQuery = t.Object({
  searchParam: t.Optional(t.String({ maxLength: limits.search.max })),
  pageNumber,
  cursor: t.Optional(t.String({ maxLength: limits.nameCursor.max })),
})
export type IntegrationQuery = Static<typeof IntegrationQuery>
