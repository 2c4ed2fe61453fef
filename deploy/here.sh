# Where things are on this machine; read by the programs beside it.
PLACES=${PLACES:-/srv/botanik}
ETC=${ETC:-/etc/botanik}
OWNER=${OWNER:-botanik}

# The site's variables, line by line, as systemd reads them: to a shell a value may be more than a value.
read_variables() {
    while IFS= read -r line; do
        case $line in
            [A-Z]*=*) export "${line?}" ;;
        esac
    done <"$ETC/botanik.env"
}
