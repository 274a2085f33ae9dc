import {
  AudioLines,
  Bot,
  CircleHelp,
  CircleX,
  Dices,
  FileQuestion,
  Flag,
  Globe,
  Image,
  LayoutList,
  type LucideIcon,
  MessageSquare,
  Play,
  Sparkles,
  Split,
  Tag,
  Timer,
  Users,
  Variable,
  Video,
} from 'lucide-react'
import type { NodeKind } from '../../../../../src/shared/flow/node'

/** Types of the palette, in its order: those that files of the Whaticket family have too, then those of Balcão alone. */
export const paletteTypes = [
  ...(['start', 'singleBlock', 'menu', 'randomizer', 'interval', 'ticket', 'typebot', 'openai', 'question'] as const),
  ...(['condition', 'set', 'request', 'tag', 'end'] as const),
]
export type PaletteType = (typeof paletteTypes)[number]

export const kindIcons: Record<NodeKind, LucideIcon> = {
  ...{ start: Play, message: MessageSquare, interval: Timer, image: Image, video: Video, audio: AudioLines },
  ...{ content: LayoutList, menu: Flag, randomizer: Dices, condition: Split, question: CircleHelp, ticket: Users },
  ...{ typebot: Bot, prompt: Sparkles, request: Globe, tag: Tag, set: Variable, end: CircleX, unknown: FileQuestion },
}
