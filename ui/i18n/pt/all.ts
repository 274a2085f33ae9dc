/**
 * Portuguese texts, one file per area; they define the keys that the other languages must have. Plural texts end in
 * _one
 * and _other.
 */
export * from './announcements'
export * from './audit'
export * from './billing'
export * from './chats'
export * from './composer'
export * from './connections'
export * from './contacts'
export * from './conversation'
export * from './dashboard'
export * from './files'
export * from './helps'
export * from './hours'
export * from './inbox'
export * from './integrations'
export * from './notifications'
export * from './palette'
export * from './prompts'
export * from './provider'
export * from './public'
export * from './queues'
export * from './quick-messages'
export * from './schedules'
export * from './settings'
export * from './tags'
export * from './tickets'
export * from './todolist'
export * from './trial'
export * from './unsent'
export * from './users'
export * from './variables'

export type Texts = typeof import('./all')
export * from './webhooks'
