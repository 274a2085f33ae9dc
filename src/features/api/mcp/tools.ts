import type { KeyScope } from '../../../shared/key-scopes'
import type { Tool } from './tool'
import { answerConversation, readProposal } from './tools/answer'
import { findConversations } from './tools/find'
import { listNames } from './tools/names'
import { readConversation } from './tools/read'
import { tagConversation, transferConversation } from './tools/work'

const tools: readonly Tool[] = [
  findConversations,
  readConversation,
  listNames,
  answerConversation,
  readProposal,
  tagConversation,
  transferConversation,
]

/** Tools that a key with these scopes sees and calls (docs/mcp.md). */
export const toolsFor = (scopes: readonly KeyScope[]) => tools.filter(({ scope }) => scopes.includes(scope))
