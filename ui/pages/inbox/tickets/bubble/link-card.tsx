import type { LinkPreview } from '../../../../../src/features/inbox/messages/model'

/** Preview of a link, made by the sender; this browser loads nothing from the linked site. */
export function LinkCard({ link }: { link: LinkPreview }) {
  return (
    <a
      href={link.url}
      target="_blank"
      rel="noopener noreferrer"
      className="mb-1 flex w-80 max-w-full overflow-hidden rounded-sm border border-line bg-surface hover:bg-hover"
    >
      {link.thumbnail && <img src={link.thumbnail} alt="" className="w-20 shrink-0 self-stretch object-cover" />}
      <span className="flex min-w-0 flex-col gap-0.5 px-3 py-2">
        <span className="line-clamp-2 font-medium text-sm wrap-anywhere">{link.title}</span>
        {link.description && <span className="line-clamp-2 text-muted text-xs wrap-anywhere">{link.description}</span>}
        <span className="truncate text-faint text-xs">{link.site}</span>
      </span>
    </a>
  )
}
