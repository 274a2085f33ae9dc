import type { Texts } from '../pt/all'

export const helps: Texts['helps'] = {
  title: 'Help',
  lead: 'Short videos about working with {{product}}.',
  play: 'Watch {{title}}',
  emptyTitle: 'No videos yet',
  emptyText: 'When there are help videos, they appear here.',
  add: 'New video',
  edit: 'Edit video',
  editOf: 'Edit {{title}}',
  deleteOf: 'Delete {{title}}',
  name: 'Title',
  video: 'YouTube video',
  videoHint: 'The code or the address of the video.',
  videoWrong: 'This is not a YouTube video.',
  description: 'Description',
  created: 'Video created.',
  saved: 'Video saved.',
  deleted: 'Video deleted.',
  deleteTitle: 'Delete “{{title}}”?',
  deleteText: 'The video is no longer shown to any company.',
}
