/*
 * What malware in npm packages does and this package never does. The rules are this project's own, named as those of
 * GuardDog are (https://github.com/DataDog/guarddog): n8n's scanner runs GuardDog's and refuses what a rule
 * threat_* finds. Where those are at hand, scripts/scan.ts runs them beside these.
 */

rule threat_download
{
	meta:
		description = "calls that fetch a program, by the names that PowerShell and .NET give them"
		path_include = "*.js"
	strings:
		$file = /download(file|string|data)\s*\(/ nocase
		$request = /invoke-(webrequest|restmethod|expression)/ nocase
		$pipe = /\b(curl|wget)\b[^\n|]{1,200}\|\s*(ba|z)?sh\b/
	condition:
		any of them
}

rule threat_program
{
	meta:
		description = "starts programs, or runs text as code"
		path_include = "*.js"
	strings:
		$module = /require\(["'](node:)?(child_process|vm|worker_threads|cluster|inspector|module)["']\)/
		$eval = /(^|[^.\w])eval\s*\(/
		$function = /\bnew Function\s*\(/
		$bound = /\.constructor\s*\(\s*["'`]/
	condition:
		any of them
}

rule threat_machine
{
	meta:
		description = "reads files, the environment or the network of the machine without n8n"
		path_include = "*.js"
	strings:
		$module = /require\(["'](node:)?(fs|fs\/promises|os|net|tls|dgram|dns|http|https|http2)["']\)/
		$environment = /\bprocess\.(env|binding|dlopen)\b/
		$home = /(\.ssh\/|\.npmrc|\.aws\/credentials|\/etc\/passwd)/
	condition:
		any of them
}

rule threat_address
{
	meta:
		description = "addresses at which stolen data arrive: messengers, endpoints for a day, bare addresses"
		path_include = "*.js,*.json"
	strings:
		$messenger = /(discord(app)?\.com\/api\/webhooks|api\.telegram\.org\/bot|hooks\.slack\.com\/services)/
		$day = /\b(webhook\.site|requestbin|pipedream\.net|oastify\.com|burpcollaborator|interact\.sh|ngrok(-free)?\.(io|app)|dnslog\.cn)\b/
		$number = /https?:\/\/[0-9]{1,3}(\.[0-9]{1,3}){3}\b/
	condition:
		any of them
}

rule threat_hidden
{
	meta:
		description = "code that does not show: machine-made names, text far to the right, characters that turn the line"
		path_include = "*.js"
	strings:
		$names = /\b_0x[0-9a-f]{4,6}\b/
		$right = /[;,{}] {150,400}[^\s]/
		$characters = /\bString\s*\.\s*fromCharCode\s*\([^)]{40,}\)/
		$turned = { E2 80 ( AA | AB | AC | AD | AE ) }
		$isolated = { E2 81 ( A6 | A7 | A8 | A9 ) }
	condition:
		any of them
}

rule threat_install
{
	meta:
		description = "runs something when it is installed"
		path_include = "*package.json"
	strings:
		$script = /"(pre|post)?install"\s*:/
		$prepare = /"(pre|post)?prepare"\s*:/
	condition:
		any of them
}
