import { Megaphone } from 'lucide-react'
import type { MessageDetail } from '../../../../../src/features/inbox/messages/model'
import { useTranslation } from '../../../../lib/use-translation'

type Ad = NonNullable<MessageDetail['ad']>

/** The ad or post through which the customer came, with its link; this browser loads nothing from the linked site. */
export function AdCard({ ad }: { ad: Ad }) {
  const { t } = useTranslation()
  const { title, body, link, thumbnail } = ad
  const className = 'mb-1 flex w-80 max-w-full overflow-hidden rounded-sm border border-line bg-surface'
  const content = (
    <>
      {thumbnail && <img src={thumbnail} alt="" className="w-20 shrink-0 self-stretch object-cover" />}
      <span className="flex min-w-0 flex-1 flex-col gap-0.5 px-3 py-2">
        <span className="flex items-center gap-1.5 text-muted text-xs [&_svg]:size-3.5 [&_svg]:shrink-0">
          <Megaphone aria-hidden />
          <span className="truncate">
            {sourceText(ad, t(ad.type === 'post' ? 'tickets.fromPost' : 'tickets.fromAd'))}
          </span>
        </span>
        {title && <span className="line-clamp-2 font-medium text-sm wrap-anywhere">{title}</span>}
        {body && <span className="line-clamp-3 text-muted text-xs wrap-anywhere">{body}</span>}
        {link && <span className="truncate text-info text-xs">{hostOf(link)}</span>}
      </span>
    </>
  )
  if (!link) return <div className={className}>{content}</div>
  return (
    <a href={link} target="_blank" rel="noopener noreferrer" title={link} className={`${className} hover:bg-hover`}>
      {content}
    </a>
  )
}

/** Kind and network, such as "Anúncio · instagram". */
const sourceText = ({ app, campaign }: Ad, kind: string) => [kind, app, campaign].filter(Boolean).join(' · ')

function hostOf(link: string): string {
  return URL.canParse(link) ? new URL(link).host : link
}
