import type { ImagePart } from '@palimpsest/core/message'

const receiptData = [
  'iVBORw0KGgoAAAANSUhEUgAAAGAAAABQCAMAAADRPICnAAAAElBMVEX19/oYNlzWRUE9mXC0vsz////VKcQsAAAAiUlEQVR42u2X',
  'Ow7AIAzFaBXuf+V26kJg4TUkkj0xxUKQX7t+piFAgCBAAKDDXrp9bB8dgTK89UGgDe/eQBneEUCOPFC+8lSg+q4TgS4b4ksFJMkD',
  '4St7AmnFHgXihhBfKuA89acKcb+x+FIBWeaiylNF/QUEEuRB+ami/gICcIZ7BQIECDQCqMEDP14kesjiaJYAAAAASUVORK5CYII=',
].join('')

const boardData = [
  'iVBORw0KGgoAAAANSUhEUgAAAHAAAABICAMAAAAZF4G5AAAAElBMVEX19/oYNlzWRUE9mXC0vsz////VKcQsAAAAXklEQVR42u3X',
  'SQqAMBBFwTjc/8ziOuIAoj9NvXWgFg1Nuk0f14BAYAdq/NbT9hfzQUBgaVA/bJrlKiCwGqjETfNsoEBgPqiQ6+lmQOCYoAL/NEBg',
  'OVDp1xMQWAHU221ZmChPqQXINQAAAABJRU5ErkJggg==',
].join('')

const fixedBoardData = [
  'iVBORw0KGgoAAAANSUhEUgAAAHAAAABICAMAAAAZF4G5AAAAElBMVEX19/oYNlzWRUE9mXC0vsz////VKcQsAAAATUlEQVR42u3U',
  'MQoAIAwEwYj5/5vFWhBMIShzdWCasNEuL4BA4ALa+8vt5kU/GBD4BWhKAwQqjdIAgUpjvhQIVBqlAQKVRml8KVBprLYBWBEs2cfy',
  'Mx4AAAAASUVORK5CYII=',
].join('')

/** A passenger's refund receipt, photographed by the support desk. */
export const receiptPicture = picture(receiptData)

/** The boarding board with its bars out of line. */
export const brokenBoardPicture = picture(boardData)

/** The same board after the fix. */
export const fixedBoardPicture = picture(fixedBoardData)

function picture(data: string): ImagePart {
  return { type: 'image', source: { kind: 'data', data, mediaType: 'image/png' } }
}
