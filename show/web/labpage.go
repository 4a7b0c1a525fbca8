package web

import (
	"fmt"
	"io"
	"io/fs"
)

// BotFrame is what the page of the laboratory must allow in the script-src of its policy: the script of the frame in which
// bots run. See src/lab/bot/frame.ts.
const BotFrame = "'sha256-XgIII68XWOnBnfj7IOWPPOWb5oi6gl8GoKNQW8w22cU='"

// Lab writes one HTML file that holds the laboratory: rules has the files of package lab. It opens from disk without a
// server, and its content security policy allows nothing but what it holds, and the bots that are written in it.
func Lab(w io.Writer, rules fs.FS) error {
	script, err := fs.ReadFile(Files(), "lab.js")
	if err != nil {
		return fmt.Errorf("web: laboratory: %w", err)
	}
	style, err := fs.ReadFile(Files(), "lab.css")
	if err != nil {
		return fmt.Errorf("web: laboratory: %w", err)
	}
	held, err := insideLab(rules)
	if err != nil {
		return fmt.Errorf("web: laboratory: %w", err)
	}
	_, err = fmt.Fprintf(w, labForm, policyHash(script), BotFrame, held.policy, policyHash(style), style, held.elements, script)
	if err != nil {
		return fmt.Errorf("web: laboratory: %w", err)
	}
	return nil
}

const labForm = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src %s %s%s; style-src %s; img-src data: blob:; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>blastyard laboratory</title>
<link rel="icon" href="data:,">
<style>%s</style>
</head>
<body class="desk">
<noscript>This page needs JavaScript.</noscript>
%s<script type="module">%s</script>
</body>
</html>
`
