import { classes } from '../../../../lib/classes'

/** Margins of the thread, equal on both sides. */
export const threadMargin = 'px-3 @lg/conversation:px-5'

/** Place of a bubble or album in its row, flush with the margin of its side. */
export const rowClass = (fromMe: boolean, first: boolean): string =>
  classes('flex flex-col', threadMargin, fromMe ? 'items-end' : 'items-start', first ? 'pt-2' : 'pt-0.5')

/** Maximum width of a bubble: 560 px, or 78 % of a narrow thread. */
export const bubbleWidth = 'max-w-[min(78%,35rem)]'
