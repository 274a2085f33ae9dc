import { expect, test } from 'bun:test'
import { readMediaPlace } from '../../src/media-place'

test('a directory is read from a file address', () => {
  expect(readMediaPlace('file:///srv/balcao%20media/', null, null)).toEqual({ directory: '/srv/balcao media' })
  expect(readMediaPlace(null, null, null)).toBeNull()
})

test('a bucket is read with its service, region, prefix and keys', () => {
  const keys = { accessKeyId: 'id', secretAccessKey: 'secret' }
  const read = (url: string) => readMediaPlace(url, keys.accessKeyId, keys.secretAccessKey)
  expect(read('s3://midia/um/dois/?endpoint=http://minio:9000/')).toEqual({
    s3: { bucket: 'midia', endpoint: 'http://minio:9000', region: 'us-east-1', prefix: 'um/dois/', ...keys },
  })
  expect(read('s3://midia?region=sa-east-1')).toEqual({
    s3: { bucket: 'midia', endpoint: 'https://s3.sa-east-1.amazonaws.com', region: 'sa-east-1', prefix: '', ...keys },
  })
})

test.each([
  ['BALCAO_MEDIA_URL', '/srv/media', null, null],
  ['BALCAO_MEDIA_URL', 'file:///', null, null],
  ['BALCAO_MEDIA_URL', 'file://server/media', null, null],
  ['BALCAO_MEDIA_URL', 'https://bucket.s3.example', null, null],
  ['BALCAO_MEDIA_URL', 's3://', 'id', 'secret'],
  ['BALCAO_MEDIA_URL', 's3://Midia_1', 'id', 'secret'],
  ['BALCAO_MEDIA_URL', 's3://id:secret@midia', 'id', 'secret'],
  ['BALCAO_MEDIA_URL', 's3://midia?endpoint=minio:9000', 'id', 'secret'],
  ['BALCAO_MEDIA_URL', 's3://midia?endpont=http://minio', 'id', 'secret'],
  ['BALCAO_MEDIA_ACCESS_KEY', 's3://midia', null, 'secret'],
  ['BALCAO_MEDIA_SECRET_KEY', 's3://midia', 'id', null],
  ['BALCAO_MEDIA_ACCESS_KEY', null, 'id', null],
  ['BALCAO_MEDIA_SECRET_KEY', 'file:///srv/media', null, 'secret'],
])('a mistake in %s (%s) names it', (variable, url, id, secret) => {
  expect(() => readMediaPlace(url, id, secret)).toThrow(new RegExp(`^${variable} `))
})
