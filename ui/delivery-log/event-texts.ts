import type { TFunction } from 'i18next'
import { webhookEvents, webhookGroups } from '../../src/shared/webhook-events'

/** One text per group of events that the names of a subscription contain, such as "Tickets: closed, reopened". */
export const eventTexts = (t: TFunction, names: readonly string[]): string[] =>
  webhookGroups.flatMap((group) => {
    if (names.includes(`${group}.*`)) return t(`webhooks.groups.${group}`)
    const chosen = webhookEvents[group].filter((event) => names.includes(`${group}.${event}`))
    const events = chosen.map((event) => t(`webhooks.names.${event}`)).join(', ')
    return events ? `${t(`webhooks.subjects.${group}`)}: ${events}` : []
  })
