import { Bot, CalendarClock, Forward, Megaphone, Plug, Smartphone, Workflow } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Message } from '../../../../../src/features/inbox/messages/model'
import type { Origin } from '../../../../../src/shared/enums'
import { useMe } from '../../../../lib/session'
import { useTranslation } from '../../../../lib/use-translation'

const origins = {
  phone: { icon: <Smartphone aria-hidden />, label: 'tickets.fromPhone' },
  bot: { icon: <Bot aria-hidden />, label: 'tickets.fromBot' },
  integration: { icon: <Plug aria-hidden />, label: 'tickets.fromIntegration' },
  flow: { icon: <Workflow aria-hidden />, label: 'tickets.fromFlow' },
  schedule: { icon: <CalendarClock aria-hidden />, label: 'tickets.fromSchedule' },
  campaign: { icon: <Megaphone aria-hidden />, label: 'tickets.fromCampaign' },
  api: { icon: <Plug aria-hidden />, label: 'tickets.fromApi' },
  system: { icon: <Bot aria-hidden />, label: 'tickets.fromSystem' },
} as const satisfies Partial<Record<Origin, { icon: ReactNode; label: string }>>

/** Text key of each origin of an outgoing message other than an agent. */
export const originLabels = {
  phone: origins.phone.label,
  bot: origins.bot.label,
  integration: origins.integration.label,
  flow: origins.flow.label,
  schedule: origins.schedule.label,
  campaign: origins.campaign.label,
  api: origins.api.label,
  system: origins.system.label,
} as const

const badge = (origin: Origin) => (origin in origins ? origins[origin as keyof typeof origins] : null)

/** Author (colleague or group member), origin, and whether the message was forwarded. */
export function BubbleHead({ message, first, isGroup }: { message: Message; first: boolean; isGroup: boolean }) {
  const { t } = useTranslation()
  const me = useMe()
  const name = message.userId === me.id ? '' : message.senderName
  const from = message.fromMe ? badge(message.origin) : null
  const { bot, flowNode } = message.detail ?? {}
  const voice = flowNode ? (`tickets.flowNode.${flowNode.kind}` as const) : bot && (`tickets.bot.${bot}` as const)
  const label = voice ?? from?.label
  const isNamed = first && (message.fromMe || isGroup) && (name !== '' || from !== null)
  return (
    <>
      {isNamed && (
        <div className="flex items-center gap-1.5 pb-0.5 font-semibold text-accent-ink text-xs [&_svg]:size-3.5">
          {from?.icon}
          <span className="truncate">{[name, label && t(label)].filter(Boolean).join(' · ')}</span>
        </div>
      )}
      {message.detail?.forwarded && (
        <div className="flex items-center gap-1 pb-0.5 text-faint text-xs italic">
          <Forward aria-hidden className="size-3.5" />
          {t('tickets.forwarded')}
        </div>
      )}
    </>
  )
}
