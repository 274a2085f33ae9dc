import {
  AudioLines,
  Bot,
  CircleHelp,
  CircleX,
  FileQuestion,
  Globe,
  Image,
  LayoutList,
  List,
  type LucideIcon,
  MessageSquareText,
  Play,
  Shuffle,
  Sparkles,
  Split,
  Tag,
  Timer,
  UserCheck,
  Variable,
  Video,
} from 'lucide-react'
import type { NodeKind } from '../../../../../src/shared/flow/node'

/** Groups of the block menu, in its order, with the stored types of their blocks. The start always exists. */
export const blockGroups = [
  { id: 'say', types: ['message', 'singleBlock', 'interval'] },
  { id: 'ask', types: ['question', 'menu'] },
  { id: 'decide', types: ['condition', 'randomizer', 'set'] },
  { id: 'act', types: ['ticket', 'tag', 'end'] },
  { id: 'ai', types: ['openai', 'typebot', 'request'] },
] as const
export type BlockGroup = (typeof blockGroups)[number]['id']
export type BlockType = (typeof blockGroups)[number]['types'][number]

/** Group of each kind; null for the start and for blocks that are never executed. */
export const groupOf: Record<NodeKind, BlockGroup | null> = {
  ...{ start: null, unknown: null, message: 'say', content: 'say', interval: 'say' },
  ...{ image: 'say', video: 'say', audio: 'say', question: 'ask', menu: 'ask' },
  ...{ condition: 'decide', randomizer: 'decide', set: 'decide', ticket: 'act', tag: 'act', end: 'act' },
  ...{ prompt: 'ai', typebot: 'ai', request: 'ai' },
}

export const kindIcons: Record<NodeKind, LucideIcon> = {
  ...{ start: Play, message: MessageSquareText, interval: Timer, image: Image, video: Video, audio: AudioLines },
  ...{ content: LayoutList, menu: List, randomizer: Shuffle, condition: Split, question: CircleHelp },
  ...{ ticket: UserCheck, typebot: Bot, prompt: Sparkles, request: Globe, tag: Tag, set: Variable, end: CircleX },
  unknown: FileQuestion,
}
