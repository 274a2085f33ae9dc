import type { ComponentType } from 'react'
import type { NodeKind } from '../../../../../src/shared/flow/node'
import { kindOf } from '../../../../../src/shared/flow/read-node'
import { ConditionForm } from './condition-form'
import { ContentForm } from './content-form'
import { EndForm } from './end-form'
import { IntervalForm } from './interval-form'
import { MediaForm } from './media-form'
import { MenuForm } from './menu-form'
import { MessageForm } from './message-form'
import type { NodeFormProps } from './node-fields'
import { PromptNodeForm } from './prompt-node-form'
import { QuestionForm } from './question-form'
import { RandomizerForm } from './randomizer-form'
import { RequestForm } from './request-form'
import { SetForm } from './set-form'
import { TagForm } from './tag-form'
import { TicketForm } from './ticket-form'
import { TypebotForm } from './typebot-form'
import { UnknownForm } from './unknown-form'

/** Form of each kind; the start has none. */
const forms: Record<NodeKind, ComponentType<NodeFormProps> | null> = {
  ...{ start: null, message: MessageForm, interval: IntervalForm, content: ContentForm, menu: MenuForm },
  ...{ image: MediaForm, video: MediaForm, audio: MediaForm, randomizer: RandomizerForm, condition: ConditionForm },
  ...{ question: QuestionForm, ticket: TicketForm, typebot: TypebotForm, prompt: PromptNodeForm },
  ...{ request: RequestForm, tag: TagForm, set: SetForm, end: EndForm, unknown: UnknownForm },
}

/** Form of a node by its kind. */
export function NodeForm(props: NodeFormProps) {
  const Form = forms[kindOf(props.type)]
  return Form && <Form {...props} />
}
