/** Why an aim is missed, by a trace, and by the line of the table: written by whoever measures. */

const AREA =
  'What is left is the processor’s work, four times slower than here: by the trace, without slowing, the main thread works 210 ms up to this paint on the calls page and the floor’s 110 ms. Of that the modules’ own start takes 28 ms by 8, React’s drawing of frame and area 20 by 7, the browser’s handling of requests 24 by 11, style and layout 23 by 4. With a fast processor both paint within 15 % of each other.';

const DEEP =
  'The status is asked for ahead of the first drawing, as soon as what the browser kept of the call is read and the lock says that no other tab asks: 30 ms after the modules have started, in the trace of a busy machine. The floor keeps nothing, agrees with nobody and sends at once. Then the table and the detail are drawn, 40 ms of script and 19 of style and layout there, where the floor draws one row.';

const HEAP =
  'The page takes 5.9 MB with 100 calls at the same rate of answers, 3.4 MB of it compiled code. 10,000 calls add 3 MB: 300 bytes each for the ID, when it was added, what is shown of it, when it is due, and its place in two maps and the order.';

const DIALOG =
  'To show a modal dialog the browser works out the style of everything behind it anew, since that becomes inert: in the trace 73 of 172 ms, for 142 elements, where the floor has 31 elements and 15 ms.';

const EMPTY_SAVE =
  'Three fields with their notes change at once. In the trace validation and drawing take 43 of 130 ms, style and layout 24, painting 17; the floor adds three bare lines of text.';

const PRESS =
  'The request leaves with the press itself, ahead of all drawing. While it is on its way the table, the tally and the detail are made for the first time: 24 ms of script and 25 to 39 ms of style and layout for 161 elements in the trace, in slices so that the page answers; the floor draws one row.';

const LOOK_UP =
  'By the rounds, the first of three look-ups, which makes the table, the tally and the detail, takes 72 ms by the floor’s 48, and the two others 104 and 88 ms by 24: the board and the open call’s detail change with each, where the floor draws one more row.';

export const MISSED_AIMS: { [what: string]: string } = {
  'largest paint, provider': AREA,
  'largest paint, webhooks': AREA,
  'largest paint, calls': AREA,
  'largest paint, open call': `${AREA} The table and the detail are drawn on top of that.`,
  'largest paint, bulk': AREA,
  'deep link to a painted status': DEEP,
  'deep link to a painted status, silent': DEEP,
  'press "Watch" to painted status': PRESS,
  'interaction to next paint, empty save': EMPTY_SAVE,
  'interaction to next paint, look-up': LOOK_UP,
  'interaction to next paint, dialog': DIALOG,
  '10,000 watched calls: heap': HEAP,
};
