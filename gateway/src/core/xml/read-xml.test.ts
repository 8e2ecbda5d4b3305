// Tests of the XML reader: well-formed documents, everything it refuses, and random damage.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededRandom } from '../testing/seeded-random.ts';
import { allLeafTexts, leafTexts, onlyChild } from './read-fields.ts';
import { readXml, standardXmlLimits, type XmlElement } from './read-xml.ts';
import { writeXml, type XmlNode } from './write-xml.ts';

function shape(element: XmlElement | undefined): unknown {
  if (!element) return undefined;
  const { name, children, text } = element;
  return children.length > 0 ? [name, children.map(shape)] : [name, text];
}

const readable: [document: string, expected: unknown][] = [
  ['<a/>', ['a', '']],
  ['<a></a>', ['a', '']],
  ['<a >x</a >', ['a', 'x']],
  [
    '<a>\n <b>1</b>\n <b>2</b>\n</a>',
    [
      'a',
      [
        ['b', '1'],
        ['b', '2'],
      ],
    ],
  ],
  ['<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<a>x</a>\n', ['a', 'x']],
  ["<?xml version='1.0'?><a>x</a>", ['a', 'x']],
  ['\uFEFF<a>x</a>', ['a', 'x']],
  ['\n\t<a>x</a>', ['a', 'x']],
  ['<!-- one --><a><!-- two -->x</a><!-- three -->', ['a', 'x']],
  ['<a>&lt;&gt;&amp;&quot;&apos;&#65;&#x42;</a>', ['a', '<>&"\'AB']],
  ['<a><![CDATA[<b>&amp;]]]></a>', ['a', '<b>&amp;]']],
  ['<a>x\r\ny\rz</a>', ['a', 'x\ny\nz']],
  ['<a b="1" c=\'"\'/>', ['a', '']],
  ['<a>zażółć 😀</a>', ['a', 'zażółć 😀']],
  ['<ns:a-1._>x</ns:a-1._>', ['ns:a-1._', 'x']],
];

for (const [document, expected] of readable) {
  test(`reads ${JSON.stringify(document)}`, () => {
    assert.deepEqual(shape(readXml(document)), expected);
  });
}

const refused: string[] = [
  '',
  ' ',
  'x',
  '<a>',
  '</a>',
  '<a></b>',
  '<a/><b/>',
  '<a/>x',
  'x<a/>',
  '<a>x<b/></a>',
  '<a><b></a></b>',
  '<a b=1/>',
  '<a b="1" b="2"/>',
  '<a b="1"c="2"/>',
  '<a b="<"/>',
  '<a b="&x;"/>',
  '<a>&nbsp;</a>',
  '<a>&</a>',
  '<a>&#0;</a>',
  '<a>&#xD800;</a>',
  '<a>&#x110000;</a>',
  '<a>&#9999999;</a>',
  '<a>]]></a>',
  '<a><![CDATA[x</a>',
  '<a><!-- x -- y --></a>',
  '<a><?php x ?></a>',
  '<?xml version="1.0" encoding="ISO-8859-2"?><a/>',
  '<?other x?><a/>',
  '<!DOCTYPE a><a/>',
  '<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>',
  '<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>',
  '<a>\u0000</a>',
  '<a>\uD800</a>',
  '<1a/>',
  '< a/>',
  '<a/ >',
  '<a>\u0008</a>',
];

for (const document of refused) {
  test(`refuses ${JSON.stringify(document)}`, () => {
    assert.equal(readXml(document), undefined);
  });
}

test('refuses what exceeds the limits, and accepts what just fits', () => {
  const nested = (depth: number): string => '<a>'.repeat(depth) + '</a>'.repeat(depth);
  assert.ok(readXml(nested(standardXmlLimits.depth)));
  assert.equal(readXml(nested(standardXmlLimits.depth + 1)), undefined);
  const wide = (count: number): string => `<a>${'<b/>'.repeat(count - 1)}</a>`;
  assert.ok(readXml(wide(standardXmlLimits.elements)));
  assert.equal(readXml(wide(standardXmlLimits.elements + 1)), undefined);
  const long = (length: number): string => `<a>${'x'.repeat(length - 7)}</a>`;
  assert.ok(readXml(long(standardXmlLimits.characters)));
  assert.equal(readXml(long(standardXmlLimits.characters + 1)), undefined);
  assert.equal(readXml('<a>'.repeat(20_000)), undefined);
});

test('attributes are read with their entities decoded', () => {
  assert.deepEqual(
    [...(readXml('<a b="x&amp;y" c=""/>')?.attributes ?? [])],
    [
      ['b', 'x&y'],
      ['c', ''],
    ],
  );
});

test('a repeated element makes the fields unreadable', () => {
  const fields = (text: string) => leafTexts(readXml(text) ?? assert.fail(text));
  assert.deepEqual([...(fields('<a><b> 1\n</b><c><d/></c></a>') ?? [])], [['b', '1']]);
  assert.equal(fields('<a><b>1</b><b>1</b></a>'), undefined);
  assert.equal(fields('<a><b>1</b><b><c/></b></a>'), undefined);
  const root = readXml('<a><b>1</b><b>2</b><c> 3</c></a>') ?? assert.fail();
  assert.equal(onlyChild(root, 'b'), undefined);
  assert.equal(onlyChild(root, 'c')?.text, ' 3');
  assert.deepEqual(allLeafTexts(root), ['1', '2', ' 3']);
});

test('reads what was written, whatever the text is', () => {
  const texts = ['', ' x ', '<&>"\']]>', 'ż😀', 'a\nb', 'a\r\nb', '\u0000x\uD800', '&amp;'];
  for (const text of texts) {
    const kept = text.replaceAll('\u0000', '').replaceAll('\uD800', '');
    const read = readXml(
      writeXml([
        'a',
        [
          ['b', text],
          ['c', undefined],
        ],
      ]),
    );
    assert.deepEqual(shape(read), ['a', [['b', kept]]]);
  }
});

function nodeOf({ name, children, text }: XmlElement): XmlNode {
  return [name, children.length > 0 ? children.map(nodeOf) : text];
}

test('random damage never throws, and a readable result can be written and read again', () => {
  const random = seededRandom(7);
  const seed = '<?xml version="1.0"?><a b="1"><c>x&amp;y</c><!-- z --><d><![CDATA[q]]></d></a>';
  const pieces = [
    '<',
    '>',
    '/',
    '&',
    ';',
    '"',
    '<a>',
    '</a>',
    ']]>',
    '<!--',
    '-->',
    '\0',
    'é',
    '&#',
  ];
  const pick = (below: number): number =>
    random(4).reduce((sum, byte) => sum * 256 + byte, 0) % below;
  let accepted = 0;
  for (let round = 0; round < 20_000; round += 1) {
    let text = seed;
    for (let changes = pick(4); changes >= 0; changes -= 1) {
      const at = pick(text.length + 1);
      text = text.slice(0, at) + (pieces[pick(pieces.length * 2)] ?? '') + text.slice(at + pick(3));
    }
    const root = readXml(text);
    if (root) {
      accepted += 1;
      assert.deepEqual(shape(readXml(writeXml(nodeOf(root)))), shape(root), text);
    }
  }
  assert.ok(accepted > 100 && accepted < 19_000, `${accepted} documents were accepted`);
});
